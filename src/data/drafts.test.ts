// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { DRAFT_PREFIX, forgetDrafts } from './drafts.ts'

test('drafts go, what is not a draft stays', () => {
  sessionStorage.setItem(`${DRAFT_PREFIX}inquiry`, 'my words')
  sessionStorage.setItem(`${DRAFT_PREFIX}join`, 'my name')
  sessionStorage.setItem('reloaded', '1')
  forgetDrafts()
  expect(Object.keys(sessionStorage)).toEqual(['reloaded'])
})
