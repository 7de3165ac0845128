import type { Job } from '#server/deps.ts'

/** Polls the mail queue every 5 s; `wake()` only makes the first attempt prompt. */
export const jobs: Job[] = [{ name: 'mail', everyMs: 5_000, run: ({ mail }) => mail.deliver() }]
