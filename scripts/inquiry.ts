import { readFileSync } from 'node:fs'
import { callServer, runCommand, OperatorError } from './operator.ts'

/** Answers an inquiry from stdin: `npm run inquiry:answer -- Q-000123 < answer.txt`. The server must be running. */

const STDIN = 0

await runCommand({
  answer: async (number) => {
    if (!number || !/^Q-\d{6,9}$/.test(number))
      throw new OperatorError('Which one? npm run inquiry:answer -- Q-000123 < answer.txt')
    await callServer('POST', `/inquiries/${number}`, readFileSync(STDIN, 'utf8'))
    return `${number} is answered.`
  },
})
