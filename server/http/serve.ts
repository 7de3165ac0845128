import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call, Data, Out } from '#contract/calls/call.ts'
import type { PLACE_KINDS } from '#contract/calls/gate.ts'
import type { Locale } from '#contract/locales.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'

/** The member and the session of the bearer token. */
export interface Caller {
  memberId: string
  sessionId: string
}

/** The gate whose credential is the bearer token. */
export interface Gate {
  gateUid: string
  kind: (typeof PLACE_KINDS)[number]
  /** The `gdsUid` of an attraction, or the id of a venue or receipt place. */
  placeUid: string
}

/** Runs a write in ONE transaction: claims the `Idempotency-Key`, runs the effect, stores the answer, commits (P1). */
export type Writer = <T>(effect: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Stores the answer of a write that is safe to repeat as a whole, if there is an `Idempotency-Key`; resolves to the
 * answer.
 */
export type StoreAnswer = <T>(answer: T) => Promise<T>

export interface Ctx<M, G = null> {
  deps: Deps
  /** Language of this call. */
  locale: Locale
  member: M
  /** Null except in calls of a gate. */
  gate: G
  ip: string
  request: FastifyRequest
  reply: FastifyReply
  write: Writer
  /** `write` for work that ends sessions: waits for all other writes of the member, and blocks later ones. */
  writeAlone: Writer
  storeAnswer: StoreAnswer
}

/** Type of `ctx.member` in the handler of a call. */
export type Member<C extends Call> = C['who'] extends 'member'
  ? Caller
  : C['who'] extends 'anyone'
    ? Caller | null
    : null

/** Type of `ctx.gate` in the handler of a call. */
export type GateOf<C extends Call> = C['who'] extends 'gate' ? Gate : null

export interface Input<C extends Call> {
  params: Out<C, 'params'>
  query: Out<C, 'query'>
  body: Out<C, 'body'>
}

export type Handler<C extends Call> = (input: Input<C>, ctx: Ctx<Member<C>, GateOf<C>>) => Promise<Data<C>> | Data<C>

/** One call of the contract with its handler. */
export interface Served {
  call: Call
  handler: (input: { params: unknown; query: unknown; body: unknown }, ctx: Ctx<Caller | null, Gate | null>) => unknown
}

/**
 * Pairs `call` with its `handler`, which runs after the checks of `mount` and returns the `data` or throws a `Refusal`.
 * The handler of a `raw` call uses `ctx.reply` itself and returns null; the body of a `gateway` call without a media
 * type is the raw Buffer.
 */
export const serve = <C extends Call>(call: C, handler: Handler<C>): Served => ({
  call,
  handler: handler as unknown as Served['handler'],
})
