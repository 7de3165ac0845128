/** Job that pushes one entry to the member's phones. */
export const PUSH_JOB = 'push'
/** Job that mails one entry to its member: see `member/letter.ts`. */
export const LETTER_JOB = 'news-letter'
