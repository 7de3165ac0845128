import { uuidv7 } from 'uuidv7'
import { DEVICE_OWNER } from '#db/rows.ts'
import type { Command } from '#sync/outbox/command.ts'
import type { CommandName } from '#sync/outbox/commands/index.ts'
import { ActionTooLargeError, OutboxFullError, type QueueResult } from '#sync/outbox/enqueue.ts'
import type { Outbox } from '#sync/outbox/outbox.ts'
import { createActionPhotos, NO_PHOTOS } from '#sync/outbox/photos.ts'
import type { ClientRuntime } from '#sync/clientRuntime.ts'
import { failedOutcome, outcome, type Outcome } from './outcome.ts'
import { loadRuntime } from './runtime.ts'

/** What became of an action; `sent`: the server has answered '200', and the outbox never held the action. */
export type Delivery = QueueResult | 'sent'

/** An owner of actions, and their outbox; null while storage is refused. */
interface Author {
  owner: string
  box: Outbox | null
}

/** Returns who an action of this command belongs to now; null when that takes a member and nobody is signed in. */
const authorOf = (runtime: ClientRuntime, home: Command<CommandName, never, never>['home']): Author | null => {
  const session = runtime.session.state.get()
  const isMember = home === 'either' ? session.state === 'member' : home === 'member'
  if (!isMember) return { owner: DEVICE_OWNER, box: runtime.guestOutbox() }
  return 'memberId' in session ? { owner: session.memberId, box: runtime.memberOutbox() } : null
}

/** Sends an action by the request of its command, and pulls the part that it changes. */
const sendByCommand = async <Args, Data>(
  { api, pulls, session }: ClientRuntime,
  command: Command<CommandName, Args, Data>,
  args: Args,
  sender: { id: string; owner: string },
): Promise<Outcome<Delivery>> => {
  const state = session.state.get()
  const home = sender.owner !== DEVICE_OWNER && 'home' in state ? state.home : null
  const photos = home ? createActionPhotos(home, sender, () => true) : NO_PHOTOS
  const answer = outcome(await command.send(api, args, { ...sender, photos }))
  if (!answer.ok) return answer
  if (command.part !== null && sender.owner !== DEVICE_OWNER) await pulls.pull(command.part, true)
  return { ok: true, data: 'sent' }
}

/** Sends an action at once; never stores it. `E_TOKEN`: it takes a member, and nobody is signed in. */
export const sendAction = async <Args, Data>(
  command: Command<CommandName, Args, Data>,
  args: Args,
): Promise<Outcome<Delivery>> => {
  const runtime = await loadRuntime()
  const author = authorOf(runtime, command.home)
  return author
    ? sendByCommand(runtime, command, args, { id: uuidv7(), owner: author.owner })
    : failedOutcome('E_TOKEN')
}

/**
 * Returns whether an action that found no room may be sent at once: only when nothing that it does not replace waits in
 * its lane (O16). Offline and without a token (S4), earlier actions stay, because the new one would be neither stored
 * nor sent.
 */
const mayOvertake = async <Args, Data>(
  { online, session }: ClientRuntime,
  { owner, box }: Author & { box: Outbox },
  command: Command<CommandName, Args, Data>,
  args: Args,
): Promise<boolean> => {
  const isOnline = online.get() || (await online.probe())
  // The answer that tells that the server is there may have locked the session.
  if (!isOnline || (owner !== DEVICE_OWNER && session.state.get().state !== 'member')) return false
  return box.deleteReplaced(command, args)
}

/**
 * Stores an action in the outbox of its command's home or, where the phone can store nothing (storage refused, disk
 * full), sends it at once (O11). `E_TOKEN`: it takes a member, and nobody is signed in. `E_TOO_LARGE`: its arguments
 * have more than 16 KiB. `STORAGE`: it was neither stored nor sent, or the outbox is full.
 */
export const queueAction = async <Args, Data>(
  command: Command<CommandName, Args, Data>,
  args: Args,
  id: string = uuidv7(),
): Promise<Outcome<Delivery>> => {
  const runtime = await loadRuntime()
  const author = authorOf(runtime, command.home)
  if (!author) return failedOutcome('E_TOKEN')
  const { owner, box } = author
  try {
    let delivery = 'nothing' as Delivery
    const write = async () => {
      delivery = (await box?.add(command, args, id)) ?? delivery
    }
    if (box && (await runtime.storage.withQuotaRetry(write))) return { ok: true, data: delivery }
    if (box && !(await mayOvertake(runtime, { owner, box }, command, args))) return failedOutcome('STORAGE')
  } catch (error) {
    if (error instanceof ActionTooLargeError) return failedOutcome('E_TOO_LARGE')
    if (error instanceof OutboxFullError) return failedOutcome('STORAGE')
    // Creates emptied storage again (S21). After a sign-out in another tab there is no token, and the request fails.
    await runtime.session.recoverFromEviction(error)
  }
  const answer = await sendByCommand(runtime, command, args, { id, owner })
  return !answer.ok && answer.code === 'OFFLINE' ? failedOutcome('STORAGE') : answer
}
