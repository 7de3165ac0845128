import { randomUUID } from 'node:crypto'
import { link, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
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

/** Sends one mail, or throws. */
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
      await transporter.sendMail(message(config, envelope))
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
