import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call, Data, Out } from '#contract/calls/call.ts'
import type { PLACE_KINDS } from '#contract/calls/gate.ts'
import type { Locale } from '#contract/locales.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'

/** The member whom the bearer token names. */
export interface Caller {
  memberId: string
  sessionId: string
}

/** The gate whose credential the bearer token is: staff at one place. */
export interface Gate {
  gateUid: string
  kind: (typeof PLACE_KINDS)[number]
  /** An attraction's `gdsUid`, a venue's or a receipt place's id. */
  placeUid: string
}

/** Runs the effect of a write in ONE transaction: claims the `Idempotency-Key`, runs, keeps the answer, commits. */
export type Writer = <T>(effect: (tx: Tx) => Promise<T>) => Promise<T>

/** Keeps the answer of a write that may be tried again as a whole; without an `Idempotency-Key` there is nothing to keep. */
export type Keeper = <T>(answer: T) => Promise<T>

export interface Ctx<M, G = null> {
  deps: Deps
  /** The language of this call. */
  locale: Locale
  member: M
  /** Only of calls of a gate. */
  gate: G
  ip: string
  request: FastifyRequest
  reply: FastifyReply
  write: Writer
  /** `write` for what ends sessions: waits for every other write of the member, and keeps out those that come later. */
  writeAlone: Writer
  keep: Keeper
}

/** Who a handler finds in `ctx.member`. */
export type Member<C extends Call> = C['who'] extends 'member'
  ? Caller
  : C['who'] extends 'anyone'
    ? Caller | null
    : null

/** Which gate a handler finds in `ctx.gate`. */
export type GateOf<C extends Call> = C['who'] extends 'gate' ? Gate : null

export interface Input<C extends Call> {
  params: Out<C, 'params'>
  query: Out<C, 'query'>
  body: Out<C, 'body'>
}

export type Handler<C extends Call> = (input: Input<C>, ctx: Ctx<Member<C>, GateOf<C>>) => Promise<Data<C>> | Data<C>

/** One row of the contract with what answers it. */
export interface Served {
  call: Call
  handler: (input: { params: unknown; query: unknown; body: unknown }, ctx: Ctx<Caller | null, Gate | null>) => unknown
}

/**
 * Answers `call` with `handler`. Before it runs, token, content type, size and schema were checked in this order.
 * It answers the `data`, or throws a `Refusal`. A call marked `raw` uses `ctx.reply` itself and returns null;
 * the body of a `gateway` call is a Buffer as it came.
 */
export const serve = <C extends Call>(call: C, handler: Handler<C>): Served => ({
  call,
  handler: handler as unknown as Served['handler'],
})
