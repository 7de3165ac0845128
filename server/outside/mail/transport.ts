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

/** Thrown when a mail server says that the recipient does not exist: sending the mail again would end in the same way. */
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

/**
 * RFC 3463 and 7505: no such mailbox, no such system, a malformed address, a mailbox that has moved, a domain that takes
 * no mail.
 */
const NO_SUCH_RECIPIENT = /^5\d\d[- ]5\.1\.(?:1|2|3|6|10)(?!\d)/

/**
 * Returns true when `error` says that the recipient does not exist. All other refusals are retried, because an operator
 * can correct their cause: servers refuse an unverified sender or a spent quota at any step, and by a bare 550 too.
 */
const isFinal = ({ command, response = '', permanent }: Partial<NodemailerError>): boolean =>
  permanent === true && command === 'RCPT TO' && NO_SUCH_RECIPIENT.test(response)

/** A mail server's answer: code (RFC 5321), status (RFC 3463) if it has one, and the step at which it came. */
export interface MailReply {
  reply: number
  status: string | undefined
  step: string | undefined
}

/** Returns the answer by which a mail server has refused a mail, without its text; undefined when it gave none. */
export const replyOf = (error: unknown): MailReply | undefined => {
  const { responseCode: reply, response = '', command: step } = Object(error) as Partial<NodemailerError>
  if (typeof reply !== 'number') return undefined
  return { reply, status: /^\d{3}[- ]([245]\.\d{1,3}\.\d{1,3})(?!\d)/.exec(response)?.[1], step }
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
