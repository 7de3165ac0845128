import type { MemberDb } from '#db/member.ts'
import type { MirrorPart } from '#sync/mirror/parts.ts'
import type { Phone } from '#sync/phone.ts'
import type { Status } from './outcome.ts'
import { phone, started } from './phone.ts'

/** Returns the database of the member, also of a locked session, and a key of this sign-in. Null without one. */
export const homeOf = (here: Phone): { key: string; db: MemberDb } | null => {
  const now = here.session.here.get()
  return 'home' in now && now.home ? { key: now.home.key, db: now.home.db } : null
}

/** Returns the part that is held in memory while storage is refused (S18); `at` in ms. */
export const remembered = <T>(here: Phone, part: MirrorPart): { data: T; at: number | null } | undefined => {
  const told = here.pulls.memory.get().get(part)
  return told && { data: told.data as T, at: told.at }
}

/** Returns the status of a part whose age is `at` (ms, null when it was never fetched) (M8). */
export const statusOf = (here: Phone, part: MirrorPart, at: number | null): Status => {
  const { state } = here.session.here.get()
  if (at !== null || state === 'anonymous') return 'ready'
  return here.pulls.failures.get().has(part) ? 'failed' : 'loading'
}

/** Returns a function that refreshes a part in the background; no-op unless a member is signed in. */
export const lookAgain = (part: MirrorPart) => () => {
  // Without the runtime, as on a first visit, nobody is signed in.
  if (phone())
    void started().then(({ pulls, session }) => (session.here.get().state === 'member' ? pulls.look(part) : undefined))
}

/** Returns a text that changes with the session's state and member, for the dependencies of effects. */
export const ownerKey = (): string => {
  const now = phone()?.session.here.get() ?? { state: 'starting' as const }
  return 'memberId' in now ? `${now.state}:${now.memberId}` : now.state
}
