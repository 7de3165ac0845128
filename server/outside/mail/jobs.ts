import type { Job } from '#server/deps.ts'

/** Waiting mails are looked through again and again; `wake()` only makes the first try prompt. */
export const jobs: Job[] = [{ name: 'mail', everyMs: 5_000, run: ({ mail }) => mail.deliver() }]
