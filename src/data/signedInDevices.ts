import { end, list } from '#contract/calls/session.ts'
import { outcome, type Outcome } from './outcome.ts'
import { withRuntime } from './withRuntime.ts'

/** A device where the member is signed in. */
export interface SignedInDevice {
  /** Id of its session. */
  id: string
  /** Names such as `Chrome` and `Android`, the browser first; empty when both are unknown. */
  names: readonly string[]
  /** When it signed in and was last used, ms UTC; the last use is known to about an hour. */
  startedAt: number
  usedAt: number
  /** How many usable passes are set up on it; null: unknown. */
  passes: number | null
  isCurrent: boolean
}

/** Returns the devices where the member is signed in, this one first. Needs the server; nothing is stored. */
export const listSignedInDevices = (): Promise<Outcome<SignedInDevice[]>> =>
  withRuntime(async ({ api }) => {
    const answer = outcome(await api.call(list, {}))
    if (!answer.ok) return answer
    const devices = answer.data.list.map(({ id, label, startedAt, seenAt, passes = null, currentYn, current }) => ({
      id,
      names: label?.split(' · ') ?? [],
      startedAt,
      usedAt: seenAt,
      passes,
      isCurrent: currentYn === undefined ? current : currentYn === 'Y',
    }))
    return { ok: true, data: devices.toSorted((one, two) => Number(two.isCurrent) - Number(one.isCurrent)) }
  })

/**
 * Signs one device out and takes the passes off it. Needs the server. A session that has ended meanwhile is no failure.
 */
export const signOutDevice = (id: string): Promise<Outcome<null>> =>
  withRuntime(async ({ api, pulls }) => {
    const answer = outcome(await api.call(end, { params: { id } }))
    if (!answer.ok && answer.code !== 'E_NOT_FOUND') return answer
    await pulls.pull('passes', true)
    return { ok: true, data: null }
  })
