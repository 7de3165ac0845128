import { createServer, type AddressInfo } from 'node:net'

const fromQuoted = (text: string): string =>
  Buffer.from(
    text
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** Decodes `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`; the white space between two encoded words is dropped (RFC 2047). */
const fromHeader = (value: string): string =>
  value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/g, (_, kind: string, coded: string) =>
      kind === 'B' ? Buffer.from(coded, 'base64').toString('utf8') : fromQuoted(coded.replaceAll('_', ' ')),
    )

/** Parses a raw mail into what a mail program shows. */
export const readLetter = (raw: string) => {
  const [head = ''] = raw.split('\r\n\r\n')
  const header = (name: string): string =>
    fromHeader(new RegExp(`^${name}: ((?:.|\\r\\n[ \\t])*)`, 'm').exec(head)?.[1] ?? '')
  const bodyOf = (type: string): string =>
    fromQuoted(new RegExp(`Content-Type: ${type}[^]*?\\r\\n\\r\\n([^]*?)\\r\\n--`).exec(raw)?.[1] ?? '')
  const attachments = [
    ...raw.matchAll(
      /Content-Type: (\S+); name=(\S+)\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment;[^]*?\r\n\r\n([^]*?)\r\n--/g,
    ),
  ].map(([, type = '', name = '', content = '']) => ({ type, name, content: Buffer.from(content, 'base64') }))
  return {
    attachments,
    to: header('To'),
    subject: header('Subject'),
    text: bodyOf('text/plain'),
    html: bodyOf('text/html'),
    head,
  }
}

/** What an SMTP command of a mailbox's clients is; `MESSAGE` is the end of a mail. */
export type MailStep = 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'MESSAGE'

/**
 * Starts an SMTP server that accepts every mail, unless `replies` has another reply to a step, and records recipients
 * and content.
 */
export const openMailbox = async (replies: Partial<Record<MailStep, string>> = {}) => {
  const recipients: string[] = []
  const letters: string[] = []
  const server = createServer((socket) => {
    let rest = ''
    let data: string | null = null
    const line = (text: string): void => {
      if (data !== null) {
        if (text !== '.') data += `${text}\r\n`
        else {
          if (replies.MESSAGE === undefined) letters.push(data)
          data = null
          socket.write(`${replies.MESSAGE ?? '250 taken'}\r\n`)
        }
      } else if (text === 'DATA' && replies.DATA === undefined) {
        data = ''
        socket.write('354 go on\r\n')
      } else if (text.startsWith('EHLO') && replies.AUTH !== undefined) socket.write('250-test\r\n250 AUTH PLAIN\r\n')
      else if (text.startsWith('QUIT')) socket.end('221 bye\r\n')
      else {
        if (text.startsWith('RCPT')) recipients.push(text)
        socket.write(`${replies[text.slice(0, 4) as MailStep] ?? '250 ok'}\r\n`)
      }
    }
    socket.on('error', () => socket.destroy())
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const one of lines) line(one)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    recipients,
    /** Raw mails with their headers. */
    letters,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
