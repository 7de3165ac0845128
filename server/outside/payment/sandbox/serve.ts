import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { isLocale, type Locale } from '#contract/locales.ts'
import { equalBytes } from '#server/equalBytes.ts'
import { httpRequest } from '../../httpRequest.ts'
import { GatewayRefused, type Payment, type Prepare } from '../gateway.ts'
import { proofOf } from './processProof.ts'
import { CHOICES, openLedger, type Row } from './ledger.ts'
import { pageHeaders, payPage, sentencePage } from './page.ts'
import { signedHeaders } from '../signature.ts'

export interface SandboxOptions {
  /** Folder of the ledger. */
  dir: string
  /** Shared by the shop and the gateway only. */
  secret: string
  host: string
  /** 0: the system chooses. */
  port: number
  /** Address at which browsers reach it; default: its own address. */
  publicUrl?: string
  clock?: () => number
  /** Delay of “Answer late”, ms. */
  lateMs?: number
}

const BODY_MAX_BYTES = 16 * 1024
const TURN_MS = 200

/** Logs an error to stderr: this process does not use the server's log. */
const complain = (error: unknown): void => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > BODY_MAX_BYTES) throw new GatewayRefused('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const withResult = (returnUrl: string, result: string): string => {
  const url = new URL(returnUrl)
  url.searchParams.set('result', result)
  return url.href
}

/** Opens the sandbox gateway: an API for the shop, a page for the buyer, signed webhooks repeated until accepted. */
export const openSandbox = async (options: SandboxOptions) => {
  const clock = options.clock ?? Date.now
  mkdirSync(options.dir, { recursive: true, mode: 0o700 })
  const ledger = openLedger(join(options.dir, 'ledger.sqlite'), clock)
  let base = ''

  const payment = (row: Row): Payment => ({
    key: row.key,
    state: row.state,
    amount: row.amount,
    reason: row.reason,
    disputed: row.disputed === 1,
    payUrl: `${options.publicUrl ?? base}/pay/${row.page}?lang=${row.locale}`,
  })

  const shop = async (request: IncomingMessage, path: string[]): Promise<unknown> => {
    const [, key = '', act] = path
    if (request.method === 'GET' && path[0] === 'book') return ledger.book()
    if (path[0] !== 'payments') return undefined
    if (request.method === 'GET') {
      const row = ledger.get(key)
      return row ? payment(row) : null
    }
    const body = JSON.parse(await readBody(request)) as Prepare & { cancelKey: string }
    if (key === '') return payment(ledger.prepare(body))
    if (act === 'confirm') return payment(ledger.confirm(key, body.amount))
    if (act === 'cancel') return payment(ledger.cancel(key, body.amount, body.cancelKey))
    // Simulates the bank: it opens a charge-back, or decides it in favour of the shop.
    if (act === 'dispute' || act === 'resolve') return payment(ledger.dispute(key, act === 'dispute'))
    return undefined
  }

  const buyer = async (request: IncomingMessage, url: URL, token: string): Promise<[number, string, string]> => {
    const lang = url.searchParams.get('lang')
    const row = ledger.byPage(token)
    const locale: Locale = isLocale(lang) ? lang : (row?.locale ?? 'en')
    if (!row) return [404, sentencePage(locale, 'unknown'), '']
    if (request.method !== 'POST') {
      const open = row.state === 'ready' && row.lateAt === null
      return [
        200,
        open ? payPage(row, locale) : sentencePage(locale, 'done', withResult(row.returnUrl, 'done')),
        row.returnUrl,
      ]
    }
    const wanted = new URLSearchParams(await readBody(request)).get('choice')
    const choice = CHOICES.find((candidate) => candidate === wanted)
    if (!choice) return [400, payPage(row, locale), row.returnUrl]
    const after = ledger.choose(token, choice, options.lateMs ?? 15_000) ?? row
    if (after.silent) return [200, sentencePage(locale, 'lost', new URL('/', row.returnUrl).href), row.returnUrl]
    const result = after.state === 'ready' ? 'waiting' : after.state
    return [303, withResult(row.returnUrl, result), row.returnUrl]
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', base)
    const path = url.pathname.split('/').slice(1)
    if (path[0] === 'pay') {
      const [status, content, returnUrl] = await buyer(request, url, path[1] ?? '')
      if (status === 303) response.writeHead(303, { location: content, 'cache-control': 'no-store' }).end()
      else response.writeHead(status, pageHeaders(returnUrl || undefined)).end(content)
      return
    }
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    // Needs no secret: the caller does not yet know whether it may send the secret to this process.
    if (path[0] === 'identity') {
      const claim = { nonce: path[1] ?? '', pid: process.pid }
      return json(200, { pid: claim.pid, proof: proofOf(options.secret, claim) })
    }
    if (!equalBytes(request.headers.authorization ?? '', `Bearer ${options.secret}`))
      return json(401, { code: 'secret' })
    const value = await shop(request, path)
    return value === undefined ? json(404, { code: 'route' }) : json(200, value)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const refused = error instanceof GatewayRefused
      if (!refused) complain(error)
      if (!response.headersSent) response.writeHead(refused ? 409 : 500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ code: refused ? error.code : 'internal' }))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const port = (server.address() as AddressInfo).port
  base = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`

  const send = async () => {
    const messages = ledger.takeMessages()
    await Promise.all(
      messages.map(async ({ id, url, body }) => {
        const bytes = Buffer.from(body)
        const headers = { 'content-type': 'application/json', ...signedHeaders(options.secret, bytes, clock()) }
        const response = await httpRequest(url, { method: 'POST', headers, body: bytes, timeoutMs: 10_000 }).catch(
          () => null, // the shop is unreachable: the webhook stays due
        )
        if (response?.status === 200) ledger.delivered(id)
      }),
    )
  }
  let closed = false
  let timer: NodeJS.Timeout
  let turning: Promise<void> = Promise.resolve()
  const turn = async () => {
    ledger.turn()
    await send()
  }
  const turnAndWait = () => {
    turning = turn()
      .catch(complain)
      .finally(() => {
        if (!closed) timer = setTimeout(turnAndWait, TURN_MS)
      })
  }
  turnAndWait()

  return {
    url: base,
    port,
    ledger,
    close: async () => {
      closed = true
      clearTimeout(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await turning
      ledger.close()
    },
  }
}
export type Sandbox = Awaited<ReturnType<typeof openSandbox>>
