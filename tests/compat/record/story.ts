import type { Call } from '#contract/calls/call.ts'
import { CALLS } from '#contract/calls/index.ts'
import { readCode } from '#contract/rules/passCode.ts'
import type { Handler } from '../../harness/network.ts'
import type { Exchange, Json } from '../fixture.ts'

/**
 * Records the requests of a client and their answers. Values that differ from run to run become placeholders, as
 * explained in `tests/compat/fixture.ts`.
 */

/** Headers that a client sends or reads. */
const SENT = ['authorization', 'idempotency-key', 'if-none-match', 'language', 'nonce', 'owner', 'content-type']
const READ = ['etag', 'retry-after']
/** Paths of values that a client acts on. */
const DECISIVE = /(?:^|\.)(?:verdict|reason|outcome|by|state|\w+Yn)$/
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
/** Names of fields whose values a client sends back. */
const RETURNED = /(?:Uid|Token|Id|id|nonce|cursor|credential)$/
/** Shorter values, such as numbers of stations, are no ids. */
const ID_LENGTH = 8

const callOf = (method: string, path: string): string => {
  const fits = (entry: Call) => new RegExp(`^${entry.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
  const call = [...CALLS].find(([, entry]) => entry.method === method && fits(entry))
  if (!call) throw new Error(`no call: ${method} ${path}`)
  return call[0]
}

const leaves = (value: Json, path = ''): [string, string | number | boolean | null][] => {
  if (value === null || typeof value !== 'object') return [[path, value]]
  return Object.entries(value).flatMap(([name, one]) => leaves(one, path === '' ? name : `${path}.${name}`))
}
const filledLists = (value: Json, path = ''): string[] => {
  if (value === null || typeof value !== 'object') return []
  const own = Array.isArray(value) && value.length > 0 ? [path] : []
  // Of the rows of a list only the first counts.
  const rows = Array.isArray(value) ? [] : Object.entries(value)
  return [...own, ...rows.flatMap(([name, one]) => filledLists(one, path === '' ? name : `${path}.${name}`))]
}

/** Records exchanges with placeholders for values that change from run to run. `now` returns ms UTC. */
export const createStory = (now: () => number) => {
  const began = now()
  const exchanges: Exchange[] = []
  const names = new Map<string, string>()
  const answered = new Map<string, string>()
  const uuids = new Map<string, number>()
  const underWay = new Set<Exchange>()
  /** Requests beside a write: what is in their answers depends on which of the two the server does first. */
  const besideWrites = new Set<Exchange>()

  const text = (value: string, field = '', signed = ''): string => {
    const name = names.get(value) ?? answered.get(value)
    if (name !== undefined) return `{{${name}}}`
    const code = readCode(value)
    if (code) return `{{code:${text(code.certificate.passUid)}:${code.time - now()}}}`
    if (field === 'publicKey') return '{{publicKey}}'
    if (field === 'signature') return `{{${signed}}}`
    if (!UUID.test(value)) return value
    const nth = uuids.get(value) ?? uuids.size
    uuids.set(value, nth)
    return `{{uuid:${nth}}}`
  }
  /** Returns what the signature in an object covers, as the name of a placeholder; undefined for other objects. */
  const signedIn = ({ nonce, proof, passUid, id }: Record<string, Json>): string | undefined => {
    if (typeof nonce === 'string') return `proof:${text(nonce)}`
    if (proof === null || typeof proof !== 'object' || Array.isArray(proof)) return undefined
    const { giftUid, epoch, deviceUid } = proof
    return ['giftProof', ...[giftUid, passUid, epoch, id, deviceUid].map((fact) => text(String(fact)))].join(':')
  }
  const template = (value: Json, field = '', signed = ''): Json => {
    if (typeof value === 'string') return text(value, field, signed)
    if (typeof value === 'number' && value > 1e12) return `{{now:${value - now()}}}`
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map((one) => template(one))
    const covered = signedIn(value) ?? signed
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, template(one, name, covered)]))
  }

  const exchangeOf = async (by: string, request: Request): Promise<Exchange> => {
    const { pathname, search } = new URL(request.url)
    const path = pathname.replace('/api/v1', '')
    const query = [...new URLSearchParams(search)].map(([name, value]) => [name, text(value)])
    const body = await request.clone().text()
    const headers = SENT.flatMap((name) => {
      const value = request.headers.get(name)
      if (value === null) return []
      return [[name, value.startsWith('Bearer ') ? `Bearer ${text(value.slice('Bearer '.length))}` : text(value)]]
    })
    return {
      by,
      at: now() - began,
      call: callOf(request.method, path),
      method: request.method,
      path: path
        .split('/')
        .map((segment) => text(decodeURIComponent(segment)))
        .join('/'),
      ...(query.length > 0 && { query: Object.fromEntries(query) as Record<string, string> }),
      headers: Object.fromEntries(headers) as Record<string, string>,
      ...(body !== '' && { body: template(JSON.parse(body) as Json) }),
      answer: { http: 0, code: null },
    }
  }
  const recordAnswer = async (exchange: Exchange, response: Response): Promise<void> => {
    const body = await response.clone().text()
    const headers = READ.filter((name) => response.headers.has(name))
    const nth = exchanges.indexOf(exchange)
    for (const name of headers) answered.set(response.headers.get(name) ?? '', `${nth}:headers.${name}`)
    const { status, data } = body === '' ? { status: null, data: null } : (JSON.parse(body) as Record<string, Json>)
    const values = leaves(data ?? null)
    for (const [path, value] of values)
      if (typeof value === 'string' && value.length >= ID_LENGTH && RETURNED.test(path) && !answered.has(value))
        answered.set(value, `${nth}:data.${path}`)
    const filled = filledLists(data ?? null)
    const decisive = values.filter(([path]) => DECISIVE.test(path) && !/(?<!results)\.\d+\./.test(path))
    const { code = null, nonce } = (status ?? {}) as { code?: string; nonce?: string }
    exchange.answer = {
      http: response.status,
      code,
      ...(nonce !== undefined && { clock: true }),
      ...(headers.length > 0 && { headers }),
      ...(filled.length > 0 && !besideWrites.has(exchange) && { filled }),
      ...(decisive.length > 0 && { decisive: Object.fromEntries(decisive) }),
    }
  }

  return {
    exchanges,
    /** Replaces this value by `{{name}}` from now on. */
    name: (name: string, value: string) => void names.set(value, name),
    /** Wraps a handler and records the requests of `by` and their answers, only those of `calls` if given. */
    follow:
      (handler: Handler, by: string, calls?: readonly string[]): Handler =>
      async (request) => {
        const name = callOf(request.method, new URL(request.url).pathname.replace('/api/v1', ''))
        if (calls && !calls.includes(name)) return handler(request)
        const exchange = await exchangeOf(by, request)
        exchanges.push(exchange)
        underWay.add(exchange)
        if (underWay.size > 1 && [...underWay].some(({ method }) => method !== 'GET'))
          for (const one of underWay) besideWrites.add(one)
        const response = await handler(request)
        underWay.delete(exchange)
        await recordAnswer(exchange, response)
        return response
      },
  }
}
export type Story = ReturnType<typeof createStory>
