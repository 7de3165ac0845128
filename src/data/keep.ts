import type { Api } from '#api/client.ts'
import type { Answer } from '#api/failure.ts'
import { uuidv7 } from 'uuidv7'
import type { MirrorPart } from '#sync/mirror/parts.ts'
import { OutboxFull, type Queued } from '#sync/outbox/enqueue.ts'
import type { Outbox } from '#sync/outbox/outbox.ts'
import type { Phone } from '#sync/phone.ts'
import { no, outcome, type Outcome } from './outcome.ts'
import { started } from './phone.ts'

/**
 * Keeps an action on this phone; it is sent from there. Where the phone can keep nothing (storage refused, disk full),
 * it is sent at once instead, or not at all: never said to be kept when it is not.
 */
export const keepOrSend = async <Args>(
  { storage, session }: Phone,
  box: Outbox | null,
  command: Queued<Args>,
  args: Args,
  send: (key: string) => Promise<Answer<unknown>>,
  id: string = uuidv7(),
): Promise<Outcome<null>> => {
  try {
    if (box && (await storage.writing(() => box.add(command, args, id)))) return { ok: true, data: null }
  } catch (error) {
    if (error instanceof OutboxFull) return no('STORAGE')
    // Emptied storage is made anew; a sign-out elsewhere leaves no token to send with.
    await session.inspect(error)
  }
  const answer = outcome(await send(id))
  if (answer.ok) return { ok: true, data: null }
  return answer.code === 'OFFLINE' ? no('STORAGE') : answer
}

type Send = (api: Api, options: { key: string; owner: string }) => Promise<Answer<unknown>>

/** Sends at once and brings `part` anew; the action is never stored on this phone. Anonymous: `E_TOKEN`. */
export const sendAction = async (part: MirrorPart, send: Send): Promise<Outcome<null>> => {
  const runtime = await started()
  const now = runtime.session.here.get()
  if (!('memberId' in now)) return no('E_TOKEN')
  const answer = outcome(await send(runtime.api, { key: uuidv7(), owner: now.memberId }))
  if (!answer.ok) return answer
  await runtime.pulls.part(part, true)
  return { ok: true, data: null }
}

/** The member's wish, kept on this phone or sent; `part` is what of the mirror it concerns. Anonymous: `E_TOKEN`. */
export const keepAction = async <Args>(
  command: Queued<Args>,
  args: Args,
  part: MirrorPart,
  send: Send,
): Promise<Outcome<null>> => {
  const runtime = await started()
  const now = runtime.session.here.get()
  if (!('memberId' in now)) return no('E_TOKEN')
  return keepOrSend(runtime, runtime.memberOutbox(), command, args, async (key) => {
    const answer = await send(runtime.api, { key, owner: now.memberId })
    if (answer.ok) await runtime.pulls.part(part, true)
    return answer
  })
}
