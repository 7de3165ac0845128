import type { MemberDb } from '#db/member.ts'
import type { MirrorPart } from '#sync/mirror/mirrorParts.ts'
import type { ClientRuntime } from '#sync/clientRuntime.ts'
import type { Status } from './outcome.ts'
import { runtime, loadRuntime } from './runtime.ts'

/**
 * Returns the database of the member, also of a locked session, and a key of this sign-in. Null while nobody is signed
 * in, or storage is refused.
 */
export const homeOf = (runtime: ClientRuntime): { key: string; db: MemberDb } | null => {
  const session = runtime.session.state.get()
  return 'home' in session && session.home ? { key: session.home.key, db: session.home.db } : null
}

/** Returns a part that is held in memory while storage is refused (S18); undefined for none. `at` in ms. */
export const partInMemory = <T>(
  runtime: ClientRuntime,
  mirrorPart: MirrorPart,
): { data: T; at: number | null } | undefined => {
  const answer = runtime.pulls.memory.get().get(mirrorPart)
  return answer && { data: answer.data as T, at: answer.at }
}

/** Returns the status of a part whose age is `at` (ms, null when it was never fetched) (M8). */
export const statusOf = (runtime: ClientRuntime, mirrorPart: MirrorPart, at: number | null): Status => {
  const { state } = runtime.session.state.get()
  if (at !== null || state === 'anonymous') return 'ready'
  return runtime.pulls.failures.get().has(mirrorPart) ? 'failed' : 'loading'
}

/** Returns a function that refreshes a part in the background; no-op unless a member is signed in. */
export const createPartRefresh = (mirrorPart: MirrorPart) => () => {
  // Without the runtime, as on a first visit, nobody is signed in.
  if (runtime())
    void loadRuntime().then(({ pulls, session }) =>
      session.state.get().state === 'member' ? pulls.refresh(mirrorPart) : undefined,
    )
}

/** Returns a text that changes with the session's state and member, for the dependencies of effects. */
export const ownerKey = (): string => {
  const session = runtime()?.session.state.get() ?? { state: 'starting' as const }
  return 'memberId' in session ? `${session.state}:${session.memberId}` : session.state
}
