import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Inquiry } from '#contract/calls/inquiry.ts'
import type { Locale } from '#contract/locales.ts'
import { callServer, quoted, runCommand, OperatorError, singleLine, timeOf } from './operator.ts'

/**
 * Lists the inquiries that wait, shows one, and answers one from stdin. The server must be running.
 * `npm run inquiry:list` · `npm run inquiry:show -- Q-000123 [folder]` · `npm run inquiry:answer -- Q-000123 < answer.txt`
 */

const STDIN = 0

/** Returns a number such as Q-000123. Throws `OperatorError` with the usage for another text. */
const numberOf = (number: string | undefined, usage: string): string => {
  if (!number || !/^Q-\d{6,9}$/.test(number))
    throw new OperatorError(`Which one? ${usage}; npm run inquiry:list names those that wait.`)
  return number
}

/** Writes the photos as Q-000123-1.webp, … which only the operator's account may read, and returns their paths. */
const writePhotos = (number: string, photos: string[], folder: string): string[] => {
  mkdirSync(folder, { recursive: true })
  return photos.map((photo, index) => {
    const path = join(folder, `${number}-${index + 1}.webp`)
    writeFileSync(path, Buffer.from(photo, 'base64'), { mode: 0o600 })
    return path
  })
}

interface Waiting {
  inquiries: (Inquiry & { locale: Locale })[]
  total: number
}

await runCommand({
  list: async () => {
    const { inquiries, total } = await callServer<Waiting>('GET', '/inquiries')
    const lines = inquiries.flatMap(({ number, email, locale, writtenAt, files = [], content }) => [
      `${number}  ${email}  ${locale}  ${timeOf(writtenAt)}${files.length > 0 ? `  photos: ${files.length}` : ''}`,
      `    ${singleLine(content)}`,
    ])
    const later = total > inquiries.length ? [`and ${total - inquiries.length} more, written later`] : []
    return [...lines, ...later].join('\n') || 'No inquiry waits for an answer.'
  },
  show: async (id, folder) => {
    const number = numberOf(id, 'npm run inquiry:show -- Q-000123 [folder for the photos]')
    const { inquiry, photos } = await callServer<{ inquiry: Inquiry; photos: string[] }>('GET', `/inquiries/${number}`)
    const paths = folder === undefined ? [] : writePhotos(number, photos, folder)
    return [
      `${number}  ${inquiry.email}  ${timeOf(inquiry.writtenAt)}  ${inquiry.state}`,
      quoted(inquiry.content),
      ...(inquiry.answer ? [`answered ${timeOf(inquiry.answer.at)}: ${inquiry.answer.content}`] : []),
      ...(photos.length > 0 && paths.length === 0 ? [`photos: ${photos.length}; name a folder to write them to`] : []),
      ...paths.map((path) => `photo: ${path}`),
    ].join('\n')
  },
  answer: async (id) => {
    const number = numberOf(id, 'npm run inquiry:answer -- Q-000123 < answer.txt')
    await callServer('POST', `/inquiries/${number}`, readFileSync(STDIN, 'utf8'))
    return `${number} is answered.`
  },
})
