import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { App } from '../harness/factories.ts'
import type { Exchange, Json } from './fixture.ts'
import { createClientV1 } from './v1/client.ts'
import { createClientV2 } from './v2/client.ts'

/** Sends recorded requests to the present server and checks the answers against what the released client reads. */

/** The handling of keys and codes by each released client. */
const CLIENTS = {
  v1: async () => ({ ...(await createClientV1()), giftProof: () => Promise.reject(new Error('v1 signs no gifts')) }),
  v2: createClientV2,
}
export type Version = keyof typeof CLIENTS
type Client = Awaited<ReturnType<(typeof CLIENTS)[Version]>>

/** Reads the recording of a released client. */
export const openRecording = (version: Version) => {
  const read = <T>(name: string): T =>
    JSON.parse(readFileSync(join(import.meta.dirname, version, `${name}.json`), 'utf8')) as T
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  return {
    createClient: CLIENTS[version],
    /** Returns the recorded exchanges of one story, in order. */
    story: (name: string): Exchange[] => read<Exchange[]>(name),
    /** The HTTP status of each code that the client knows. */
    codes: read<Record<string, number>>('codes'),
    /** Tells whether an answer has what the client reads, by the name of the call. */
    valid: new Map(
      Object.entries(read<Record<string, object>>('answers')).map(([name, schema]) => [name, ajv.compile(schema)]),
    ),
  }
}
export type Recording = ReturnType<typeof openRecording>

/** An answer of the present server. */
export interface ReplayedAnswer {
  http: number
  headers: Record<string, unknown>
  status: { code?: string; serverNow?: unknown; nonce?: unknown }
  data: Json
}

const at = (data: Json, path: string): Json | undefined =>
  path === ''
    ? data
    : path.split('.').reduce<Json | undefined>((value, name) => (value as Record<string, Json> | null)?.[name], data)

/** Returns what the recorded client would miss in an answer; empty when there is nothing. */
export const faultsOf = (
  { codes, valid: validators }: Pick<Recording, 'codes' | 'valid'>,
  { call, headers: sent, answer }: Exchange,
  { http, headers, status, data }: ReplayedAnswer,
): string[] => {
  const { code = null } = status
  const isRefused = answer.mayBeRefused && code !== answer.code
  if (isRefused) {
    const isKnown = code !== null && codes[code] === http && ![400, 429, 500, 503].includes(http)
    return isKnown ? [] : [`refused with ${code}, HTTP ${http}: the client shows this as no refusal`]
  }
  if (http !== answer.http || code !== answer.code)
    return [`HTTP ${http}, ${code} in place of HTTP ${answer.http}, ${answer.code}`]
  const faults = (answer.headers ?? []).filter((name) => !(name in headers)).map((name) => `no header ${name}`)
  if (answer.clock && (typeof status.serverNow !== 'number' || status.nonce !== sent['nonce']))
    faults.push('no clock of the server for this nonce')
  if (answer.code !== '200') return faults
  const valid = validators.get(call)
  if (!valid) return [`nothing is recorded of the answer of ${call}`]
  if (!valid(data))
    faults.push(
      ...(valid.errors ?? []).map(({ instancePath, message, params }) =>
        [instancePath, message, JSON.stringify(params)].join(' '),
      ),
    )
  for (const path of answer.filled ?? []) {
    const list = at(data, path)
    if (!Array.isArray(list) || list.length === 0) faults.push(`${path} holds nothing`)
  }
  for (const [path, value] of Object.entries(answer.decisive ?? {}))
    if (at(data, path) !== value)
      faults.push(`${path} is ${JSON.stringify(at(data, path))}, not ${JSON.stringify(value)}`)
  return faults
}

export interface Stage {
  app: App
  /** Sets the server's clock to `ms` after the beginning of the story. Returns the time, ms UTC. */
  clock: (ms: number) => number
  /** Values by the name of their placeholder. A function is called when the value is needed. */
  names: Record<string, string | (() => Promise<string>)>
}

/** Replays a story. Returns its faults, each with the number of its exchange. */
export const replay = async (
  recording: Recording,
  exchanges: readonly Exchange[],
  { app, clock, names }: Stage,
): Promise<string[]> => {
  const clients = new Map<string, Client>()
  const uuids = new Map<string, string>()
  const answers: ReplayedAnswer[] = []
  const faults: string[] = []

  const named = async (name: string): Promise<string> => {
    const value = names[name]
    if (value === undefined) throw new Error(`nobody has prepared ${name}`)
    return typeof value === 'string' ? value : value()
  }
  const resolve = async (name: string, client: Client, now: number): Promise<string> => {
    const [kind = '', ...args] = name.split(':')
    const rest = args.join(':')
    if (kind === 'publicKey') return client.publicKey
    if (kind === 'proof') return client.proof(rest)
    if (kind === 'giftProof') return client.giftProof(args)
    if (kind === 'uuid') {
      const uuid = uuids.get(rest) ?? randomUUID()
      uuids.set(rest, uuid)
      return uuid
    }
    if (kind === 'code') {
      const holder = [...clients.values()].find((one) => one.holds(args[0] ?? ''))
      if (!holder) throw new Error(`no phone shows ${rest}`)
      return holder.code(args[0] ?? '', now + Number(args[1]))
    }
    if (!/^\d+$/.test(kind)) return named(name)
    const before = answers[Number(kind)]
    const path = rest.replace(/^(?:data|headers)\.?/, '')
    const value = rest.startsWith('headers.') ? before?.headers[path] : at(before?.data ?? null, path)
    if (typeof value !== 'string') throw new Error(`the answer to exchange ${kind} has no ${rest}`)
    return value
  }
  /** Placeholders can be nested: the innermost is filled in first. */
  const filled = async (text: string, client: Client, now: number): Promise<string> => {
    const inner = /\{\{([^{}]*)\}\}/.exec(text)
    if (!inner) return text
    const value = await resolve(inner[1] ?? '', client, now)
    // A function as replacement, because `$$` in a string, which a code may contain, would become one `$`.
    return filled(
      text.replace(inner[0], () => value),
      client,
      now,
    )
  }
  const bodyOf = async (value: Json, client: Client, now: number): Promise<Json> => {
    if (typeof value === 'string') {
      const instant = /^\{\{now:(-?\d+)\}\}$/.exec(value)
      return instant ? now + Number(instant[1]) : filled(value, client, now)
    }
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return Promise.all(value.map((one) => bodyOf(one, client, now)))
    const all = Object.entries(value).map(async ([name, one]) => [name, await bodyOf(one, client, now)] as const)
    return Object.fromEntries(await Promise.all(all))
  }

  for (const [nth, exchange] of exchanges.entries()) {
    const { by, method, path, query = {}, body } = exchange
    const client = clients.get(by) ?? (await recording.createClient())
    clients.set(by, client)
    const now = clock(exchange.at)
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) search.set(name, await filled(value, client, now))
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(exchange.headers)) headers[name] = await filled(value, client, now)
    const segments = await Promise.all(path.split('/').map((segment) => filled(segment, client, now)))
    const response = await app.app.inject({
      method: method as 'GET',
      url: `/api/v1${segments.map(encodeURIComponent).join('/')}${search.size > 0 ? `?${search}` : ''}`,
      headers,
      // Each phone and each gate has its own address, so that they share no throttle.
      remoteAddress: `198.51.${100 + clients.size}.${1 + [...clients.keys()].indexOf(by)}`,
      ...(body !== undefined && { payload: JSON.stringify(await bodyOf(body, client, now)) }),
    })
    const answer =
      response.body === '' ? { status: {}, data: null } : response.json<Pick<ReplayedAnswer, 'status' | 'data'>>()
    const got: ReplayedAnswer = {
      http: response.statusCode,
      headers: response.headers,
      status: answer.status,
      data: answer.data,
    }
    answers.push(got)
    client.keep(got.data)
    const wrong = faultsOf(recording, { ...exchange, headers }, got)
    faults.push(...wrong.map((fault) => `${nth} ${by} ${method} ${path}: ${fault}`))
  }
  return faults
}
