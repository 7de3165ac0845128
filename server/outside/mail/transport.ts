import { randomUUID } from 'node:crypto'
import { link, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type NodemailerError } from 'nodemailer'
import type { Config } from '#server/config.ts'
import type { Attachment } from './attachments.ts'

/** A mail ready to send. */
export interface Envelope {
  to: string
  subject: string
  text: string
  html: string
  attachments: readonly Attachment[]
  /** The same at each retry, so that a mailbox can drop a second copy. */
  messageId: string
  /** ms UTC. */
  writtenAt: number
}

/** Thrown when a mail server refuses a mail for good: sending it again would end in the same way. */
export class MailRefused extends Error {
  override name = 'MailRefused'
  /** Code of the reply (RFC 5321). */
  readonly reply: number | undefined
  constructor(reply: number | undefined) {
    // Without the text of the reply, which may contain the address.
    super('a mail server refused a mail')
    this.reply = reply
  }
}

/** Sends one mail, or throws; `MailRefused` when it is not worth another try. */
export interface Transport {
  send: (envelope: Envelope) => Promise<void>
  close: () => void
}

const TIMEOUT_MS = 10_000

const message = (config: Config, { to, subject, text, html, attachments, messageId, writtenAt }: Envelope) => ({
  from: config.mailFrom,
  // As an object, so that an address is never parsed into two.
  to: { name: '', address: to },
  subject,
  text,
  html,
  attachments: [...attachments],
  messageId,
  date: new Date(writtenAt),
  textEncoding: 'quoted-printable' as const,
  headers: { 'Auto-Submitted': 'auto-generated' },
})

/** Commands of SMTP whose refusal is about the recipient or the mail, not about us. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA'])
/** RFC 4954. */
const AUTHENTICATE_FIRST = 530
/** RFC 3463: the server does not let us send; some say so only at the recipient. */
const NOT_AUTHORIZED = /^\d{3}[- ]5\.7\./

/** Returns true when `error` is a refusal of this mail that will be repeated: a sender or a password can be corrected. */
const isFinal = ({ command = '', response = '', responseCode, permanent }: Partial<NodemailerError>): boolean => {
  if (!permanent || responseCode === AUTHENTICATE_FIRST || !ABOUT_THE_MAIL.has(command)) return false
  return command === 'DATA' || !NOT_AUTHORIZED.test(response)
}

const smtp = (config: Config, url: string): Transport => {
  const transporter = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // `smtp:` starts in the clear: without this, a mail server that offers no TLS would get the password and the mail.
    requireTLS: config.smtpTls,
    ...(config.smtpTls && { tls: { rejectUnauthorized: true } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (envelope) => {
      await transporter.sendMail(message(config, envelope)).catch((error: unknown) => {
        const failure = Object(error) as Partial<NodemailerError>
        throw isFinal(failure) ? new MailRefused(failure.responseCode) : error
      })
    },
    close: () => transporter.close(),
  }
}

/** Returns the folder for mails while no SMTP server is configured. */
export const mailFolder = (config: Config): string => join(config.dataDir, 'mail')

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST'

/** Links `temporary` under the first free name, so that a file appears atomically and replaces none. */
const place = async (temporary: string, folder: string, name: string): Promise<void> => {
  for (let copy = 1; ; copy += 1) {
    try {
      await link(temporary, join(folder, `${name}${copy === 1 ? '' : `-${copy}`}.eml`))
      return
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  }
}

const files = (config: Config): Transport => {
  const composer = createTransport({ streamTransport: true, buffer: true })
  const folder = mailFolder(config)
  return {
    send: async (envelope) => {
      const composed = await composer.sendMail(message(config, envelope))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const temporary = join(folder, `.${randomUUID()}`)
      const time = new Date(envelope.writtenAt).toISOString().replaceAll(/[-:.]/g, '')
      try {
        await writeFile(temporary, composed.message as Buffer, { mode: 0o600, flush: true })
        await place(temporary, folder, `${time}-${envelope.to.replaceAll(/[^\w.@+-]/g, '_')}`)
      } finally {
        await rm(temporary, { force: true })
      }
    },
    close: () => composer.close(),
  }
}

/** Opens the transport: SMTP if configured, else a file for each mail. */
export const openTransport = (config: Config): Transport =>
  config.smtpUrl ? smtp(config, config.smtpUrl) : files(config)
