// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { forgetDrafts } from '#data/drafts.ts'
import { clearDraft, currentDraft, currentPassword, keepPassword, patchDraft } from './joinDraft.ts'

test.each([
  ['a sign-out', forgetDrafts],
  ['leaving the sign-up', clearDraft],
])('%s empties the draft and the password, which is in memory alone', (_when, empty) => {
  patchDraft({ email: 'mei@mail.example' })
  keepPassword('Harbour-2026!')
  expect(currentPassword()).toBe('Harbour-2026!')
  empty()
  expect(currentPassword()).toBe('')
  expect(currentDraft().email).toBe('')
})
