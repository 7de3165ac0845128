import { callServer, runCommand, OperatorError, singleLine, timeOf } from './operator.ts'

/**
 * Reported reviews, and the answers of places. The server must be running.
 * `npm run review:list` · `npm run review:answer -- <review> "<words>"` · `review:hide -- <review>` · `review:show`
 */

interface Reported {
  reviewUid: string
  gdsUid: string
  rating: number
  content: string
  writtenAt: number
  hidden: boolean
  reports: { reason: string; detail: string | null }[]
}

const change = (word: 'answer' | 'hide' | 'show', message: string) => async (id?: string, text?: string) => {
  if (!id) throw new OperatorError('Which one? npm run review:list names those that were reported.')
  await callServer('POST', `/reviews/${encodeURIComponent(id)}/${word}`, word === 'answer' ? (text ?? '') : undefined)
  return message
}

await runCommand({
  list: async () => {
    const { reviews } = await callServer<{ reviews: Reported[] }>('GET', '/reviews')
    const lines = reviews.flatMap((row) => [
      `${row.reviewUid}  ${row.gdsUid}  ${row.rating}/5  ${timeOf(row.writtenAt)}${row.hidden ? '  hidden' : ''}`,
      `    ${singleLine(row.content)}`,
      ...row.reports.map(({ reason, detail }) => `    reported: ${reason}${detail ? `, ${singleLine(detail)}` : ''}`),
    ])
    return lines.join('\n') || 'No review was reported.'
  },
  answer: change('answer', 'Answered.'),
  hide: change('hide', 'Hidden, with its photos.'),
  show: change('show', 'Shown again.'),
})
