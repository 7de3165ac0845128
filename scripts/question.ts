import { callServer, runCommand, OperatorError, singleLine, timeOf } from './operator.ts'

/**
 * Questions about goods that wait for an answer. The server must be running.
 * `npm run question:list` · `npm run question:answer -- <question> "<words>"` · `question:hide -- <question>` ·
 * `question:show`
 */

interface Waiting {
  questionUid: string
  gdsUid: string
  author: string
  content: string
  isPrivate: boolean
  writtenAt: number
}

const change = (word: 'answer' | 'hide' | 'show', message: string) => async (id?: string, text?: string) => {
  if (!id) throw new OperatorError('Which one? npm run question:list names those that wait for an answer.')
  await callServer('POST', `/questions/${encodeURIComponent(id)}/${word}`, word === 'answer' ? (text ?? '') : undefined)
  return message
}

await runCommand({
  list: async () => {
    const { questions } = await callServer<{ questions: Waiting[] }>('GET', '/questions')
    const lines = questions.flatMap(({ questionUid, gdsUid, author, content, isPrivate, writtenAt }) => [
      `${questionUid}  ${gdsUid}  ${singleLine(author)}  ${timeOf(writtenAt)}${isPrivate ? '  private' : ''}`,
      `    ${singleLine(content)}`,
    ])
    return lines.join('\n') || 'No question waits for an answer.'
  },
  answer: change('answer', 'Answered. Its author is notified.'),
  hide: change('hide', 'Hidden from everybody but its author.'),
  show: change('show', 'Shown again.'),
})
