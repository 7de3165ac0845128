import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { escapeHtml } from '#contract/html.ts'
import type { Deps } from '#server/deps.ts'
import { DATA_HEADERS } from '#server/http/headers.ts'
import { mailFolder } from './transport.ts'

const MAILS_MAX = 50

/** Returns the text part of a mail file that `transport.ts` wrote. */
const textOf = (eml: string): string => {
  const textPart = /Content-Type: text\/plain[^]*?\r\n\r\n([^]*?)\r\n--/.exec(eml)?.[1] ?? ''
  const bytes = textPart
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

const names = async (folder: string): Promise<string[]> => {
  const all = await readdir(folder).catch(() => [])
  return all
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .toReversed()
    .slice(0, MAILS_MAX)
}

const isLoopback = (address: string | undefined): boolean =>
  address === '::1' || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/.test(address ?? '')
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether the request comes from this machine, under one of its own names. The name is checked because of DNS
 * rebinding, and forwarded requests are excluded because a proxy sends them for others.
 */
const isOwn = ({ ip, raw, headers, hostname }: FastifyRequest, publicUrl: string): boolean =>
  isLoopback(ip) &&
  isLoopback(raw.socket.remoteAddress) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined &&
  (LOCAL_NAMES.has(hostname) || hostname === new URL(publicUrl).hostname)

/**
 * Serves `/sandbox/mail`: the mails written to files because no SMTP server is configured. They contain codes and
 * temporary passwords, so only this machine may read them. No-op in production, or with an SMTP server.
 */
export const mailSandbox = (app: FastifyInstance, deps: Deps): void => {
  if (deps.config.production || deps.config.smtpUrl) return
  const folder = mailFolder(deps.config)
  app.get('/sandbox/mail', async (request, reply) => {
    if (!isOwn(request, deps.config.publicUrl)) return reply.callNotFound()
    const items = await Promise.all(
      (await names(folder)).map(async (name) => {
        const text = textOf(await readFile(join(folder, name), 'utf8'))
        return `<article><h2>${escapeHtml(name)}</h2><pre>${escapeHtml(text)}</pre></article>`
      }),
    )
    return reply
      .headers(DATA_HEADERS)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Sandbox mail</title><h1>Sandbox mail</h1>${items.join('') || '<p>No mail yet.</p>'}</html>`,
      )
  })
}
