import type { Api } from '#api/client.ts'
import type { Answer } from '#api/failure.ts'
import { uuidv7 } from 'uuidv7'
import type { MirrorPart } from '#sync/mirror/mirrorParts.ts'
import { ActionTooLargeError, OutboxFullError, type QueueableCommand, type QueueResult } from '#sync/outbox/enqueue.ts'
import type { Outbox } from '#sync/outbox/outbox.ts'
import type { ClientRuntime } from '#sync/clientRuntime.ts'
import { failedOutcome, outcome, type Outcome } from './outcome.ts'
import { loadRuntime } from './runtime.ts'

/** What became of an action; `sent`: the server has answered '200', and nothing was stored on this phone. */
export type Delivery = QueueResult | 'sent'

/**
 * Stores an action in an outbox or, where the phone can store nothing (storage refused, disk full), sends it at once
 * (O11). `E_TOO_LARGE`: the arguments are too large. `STORAGE`: neither worked, or the outbox is full.
 */
export const queueOrSend = async <Args>(
  { storage, session }: ClientRuntime,
  box: Outbox | null,
  command: QueueableCommand<Args>,
  args: Args,
  send: (key: string) => Promise<Answer<unknown>>,
  id: string = uuidv7(),
): Promise<Outcome<Delivery>> => {
  try {
    let delivery = 'nothing' as Delivery
    const write = async () => {
      delivery = (await box?.add(command, args, id)) ?? delivery
    }
    if (box && (await storage.withQuotaRetry(write))) return { ok: true, data: delivery }
  } catch (error) {
    if (error instanceof ActionTooLargeError) return failedOutcome('E_TOO_LARGE')
    if (error instanceof OutboxFullError) return failedOutcome('STORAGE')
    // Creates emptied storage again (S21). After a sign-out in another tab there is no token, and `send` fails.
    await session.recoverFromEviction(error)
  }
  const answer = outcome(await send(id))
  if (answer.ok) return { ok: true, data: 'sent' }
  return answer.code === 'OFFLINE' ? failedOutcome('STORAGE') : answer
}

type Send = (api: Api, options: { key: string; owner: string }) => Promise<Answer<unknown>>

/** Sends an action at once and pulls `part`; never stores the action. `E_TOKEN` when nobody is signed in. */
export const sendAction = async (part: MirrorPart, send: Send): Promise<Outcome<Delivery>> => {
  const runtime = await loadRuntime()
  const session = runtime.session.state.get()
  if (!('memberId' in session)) return failedOutcome('E_TOKEN')
  const answer = outcome(await send(runtime.api, { key: uuidv7(), owner: session.memberId }))
  if (!answer.ok) return answer
  await runtime.pulls.pull(part, true)
  return { ok: true, data: 'sent' }
}

/** Stores an action of the member, or sends it and pulls `part` (O11). `E_TOKEN` when nobody is signed in. */
export const queueAction = async <Args>(
  command: QueueableCommand<Args>,
  args: Args,
  part: MirrorPart,
  send: Send,
): Promise<Outcome<Delivery>> => {
  const runtime = await loadRuntime()
  const session = runtime.session.state.get()
  if (!('memberId' in session)) return failedOutcome('E_TOKEN')
  return queueOrSend(runtime, runtime.memberOutbox(), command, args, async (key) => {
    const answer = await send(runtime.api, { key, owner: session.memberId })
    if (answer.ok) await runtime.pulls.pull(part, true)
    return answer
  })
}
