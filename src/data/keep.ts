import type { Api } from '#api/client.ts'
import type { Answer } from '#api/failure.ts'
import { uuidv7 } from 'uuidv7'
import type { MirrorPart } from '#sync/mirror/parts.ts'
import { OutboxFull, type Queued, type Queueing } from '#sync/outbox/enqueue.ts'
import type { Outbox } from '#sync/outbox/outbox.ts'
import type { Phone } from '#sync/phone.ts'
import { no, outcome, type Outcome } from './outcome.ts'
import { started } from './phone.ts'

/** What became of an action; `sent`: the server has answered '200', and nothing was stored on this phone. */
export type Delivery = Queueing | 'sent'

/**
 * Stores an action in an outbox or, where the phone can store nothing (storage refused, disk full), sends it at once
 * (O11). `STORAGE`: neither worked, or the outbox is full.
 */
export const keepOrSend = async <Args>(
  { storage, session }: Phone,
  box: Outbox | null,
  command: Queued<Args>,
  args: Args,
  send: (key: string) => Promise<Answer<unknown>>,
  id: string = uuidv7(),
): Promise<Outcome<Delivery>> => {
  try {
    let delivery = 'nothing' as Delivery
    const write = async () => {
      delivery = (await box?.add(command, args, id)) ?? delivery
    }
    if (box && (await storage.writing(write))) return { ok: true, data: delivery }
  } catch (error) {
    if (error instanceof OutboxFull) return no('STORAGE')
    // Creates emptied storage again (S21). After a sign-out in another tab there is no token, and `send` fails.
    await session.inspect(error)
  }
  const answer = outcome(await send(id))
  if (answer.ok) return { ok: true, data: 'sent' }
  return answer.code === 'OFFLINE' ? no('STORAGE') : answer
}

type Send = (api: Api, options: { key: string; owner: string }) => Promise<Answer<unknown>>

/** Sends an action at once and pulls `part`; never stores the action. `E_TOKEN` when nobody is signed in. */
export const sendAction = async (part: MirrorPart, send: Send): Promise<Outcome<Delivery>> => {
  const runtime = await started()
  const now = runtime.session.here.get()
  if (!('memberId' in now)) return no('E_TOKEN')
  const answer = outcome(await send(runtime.api, { key: uuidv7(), owner: now.memberId }))
  if (!answer.ok) return answer
  await runtime.pulls.part(part, true)
  return { ok: true, data: 'sent' }
}

/** Stores an action of the member, or sends it and pulls `part` (O11). `E_TOKEN` when nobody is signed in. */
export const keepAction = async <Args>(
  command: Queued<Args>,
  args: Args,
  part: MirrorPart,
  send: Send,
): Promise<Outcome<Delivery>> => {
  const runtime = await started()
  const now = runtime.session.here.get()
  if (!('memberId' in now)) return no('E_TOKEN')
  return keepOrSend(runtime, runtime.memberOutbox(), command, args, async (key) => {
    const answer = await send(runtime.api, { key, owner: now.memberId })
    if (answer.ok) await runtime.pulls.part(part, true)
    return answer
  })
}
