import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { GENDERS } from '#contract/codes.ts'
import { DRAFT_PREFIX } from '#data/drafts.ts'

/** What was typed so far. It survives a reload of this tab; the password stays in memory and does not. */
const schema = z.object({
  agreed: z.nullable(z.object({ marketing: z.boolean() })),
  email: z.string(),
  /** The code that was mailed: to whom, until when it holds, when another may be asked for (ms), tries left. */
  sent: z.nullable(z.object({ email: z.string(), expiresAt: z.number(), resendAt: z.number(), tries: z.number() })),
  /** The mailbox that was proven. */
  proof: z.nullable(z.object({ email: z.string(), certUid: z.string(), expiresAt: z.number() })),
  details: z.object({
    engSurname: z.string(),
    engNm: z.string(),
    gender: z.enum(GENDERS),
    birthYear: z.string(),
    ntnCd: z.string(),
    mobile: z.string(),
  }),
  /** Signed up: the completion screen may be shown. */
  done: z.boolean(),
})
export type Draft = z.infer<typeof schema>

const KEY = `${DRAFT_PREFIX}join`
const EMPTY: Draft = {
  agreed: null,
  email: '',
  sent: null,
  proof: null,
  details: { engSurname: '', engNm: '', gender: 'none', birthYear: '', ntnCd: '', mobile: '' },
  done: false,
}

const saved = (): Draft => {
  try {
    const found = schema.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    return found.success ? found.data : EMPTY
  } catch {
    return EMPTY // storage refused by the browser: this tab's memory has to do
  }
}

let draft: Draft | undefined
let secret = ''
const listeners = new Set<() => void>()

const put = (next: Draft): void => {
  draft = next
  try {
    if (next === EMPTY) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // as above
  }
  for (const listener of listeners) listener()
}

export const currentDraft = (): Draft => (draft ??= saved())
export const patchDraft = (change: Partial<Draft>): void => put({ ...currentDraft(), ...change })

/** The password between its own step and the last; `''` after a reload. */
export const currentPassword = (): string => secret
export const keepPassword = (value: string): void => {
  secret = value
  put({ ...currentDraft() })
}

/** After signing up: nothing of it is left, but that it was done. */
export const finishDraft = (): void => {
  secret = ''
  put({ ...EMPTY, done: true })
}
export const clearDraft = (): void => {
  secret = ''
  put(EMPTY)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useDraft = (): Draft => useSyncExternalStore(subscribe, currentDraft, () => EMPTY)
