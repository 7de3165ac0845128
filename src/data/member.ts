import type { MemberDb } from '#db/member.ts'
import type { MirrorPart } from '#sync/mirror/parts.ts'
import type { Phone } from '#sync/phone.ts'
import type { Status } from './outcome.ts'
import { phone, started } from './phone.ts'

/** The database of whoever is here, and a key that is theirs alone. Null: nobody, or storage is refused. */
export const homeOf = (here: Phone): { key: string; db: MemberDb } | null => {
  const now = here.session.here.get()
  return 'home' in now && now.home ? { key: now.home.key, db: now.home.db } : null
}

/** What the server said of a part while storage is refused. */
export const remembered = <T>(here: Phone, part: MirrorPart): { data: T; at: number | null } | undefined => {
  const told = here.pulls.memory.get().get(part)
  return told && { data: told.data as T, at: told.at }
}

export const statusOf = (here: Phone, part: MirrorPart, at: number | null): Status => {
  const { state } = here.session.here.get()
  if (at !== null || state === 'anonymous') return 'ready'
  return here.pulls.failures.get().has(part) ? 'failed' : 'loading'
}

/** Looks again in the background: at mount and when the page is seen again. */
export const lookAgain = (part: MirrorPart) => () => {
  // On a first visit there is nobody to ask for.
  if (phone())
    void started().then(({ pulls, session }) => (session.here.get().state === 'member' ? pulls.look(part) : undefined))
}

/** The member's id, for the dependency of effects. */
export const ownerKey = (): string => {
  const now = phone()?.session.here.get() ?? { state: 'starting' as const }
  return 'memberId' in now ? `${now.state}:${now.memberId}` : now.state
}
