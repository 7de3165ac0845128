// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createDraft, DRAFT_PREFIX, forgetDrafts, RECENT_SEARCHES_KEY } from './drafts.ts'

const KEY = `${DRAFT_PREFIX}trip`
const EMPTY = { email: '', days: 0 }
const create = () => createDraft('trip', z.object({ email: z.string(), days: z.number() }), EMPTY)

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

describe('a draft', () => {
  test('is empty when nothing is stored, when the stored content is invalid, and when the browser refuses storage', () => {
    expect(create().read()).toBe(EMPTY)
    for (const content of ['{"email":1}', 'not json']) {
      sessionStorage.setItem(KEY, content)
      expect(create().read()).toBe(EMPTY)
    }
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError')
    })
    expect(create().read()).toBe(EMPTY)
  })

  test('survives a reload after some fields were changed, and is removed by clear', () => {
    const draft = create()
    draft.patch({ email: 'mei@mail.example' })
    draft.patch({ days: 2 })
    expect(create().read()).toEqual({ email: 'mei@mail.example', days: 2 })
    draft.clear()
    expect(draft.read()).toBe(EMPTY)
    expect(sessionStorage).toHaveLength(0)
  })

  test('stays in memory when the browser refuses to store it', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const draft = create()
    draft.patch({ days: 3 })
    expect(draft.read().days).toBe(3)
  })
})

test('forgetDrafts empties drafts in memory', () => {
  const draft = create()
  draft.patch({ email: 'mei@mail.example' })
  forgetDrafts()
  expect(draft.read()).toBe(EMPTY)
})

test('forgetDrafts keeps what is not a draft', () => {
  sessionStorage.setItem(`${DRAFT_PREFIX}inquiry`, 'my words')
  sessionStorage.setItem(`${DRAFT_PREFIX}join`, 'my name')
  sessionStorage.setItem('reloaded', '1')
  forgetDrafts()
  expect(Object.keys(sessionStorage)).toEqual(['reloaded'])
})

test('forgetDrafts deletes the recent searches of this phone', () => {
  localStorage.setItem(RECENT_SEARCHES_KEY, '["spa"]')
  forgetDrafts()
  expect(localStorage.getItem(RECENT_SEARCHES_KEY)).toBeNull()
})
