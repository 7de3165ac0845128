/** Names that the start-up script shares with the application: no Dexie here. Never renamed: phones in the field hold them. */
import type { UserInfo } from '#contract/calls/account.ts'
import type { MyPass } from '#contract/calls/mypage.ts'

export const DEVICE_DB = 'hp-device'
export const KEPT_STORE = 'kept'
export const PASS_STORE = 'passes'
export const GIFT_STORE = 'gifts'
export const OUTBOX_STORE = 'outbox'

/** Keys of `kept` in the device's database; rows are `{ key, value }`. */
export const KEPT = {
  session: 'session',
  deviceKey: 'deviceKey',
  clock: 'clock',
  epoch: 'epoch',
  wipes: 'wipes',
} as const

/** The command that tells of a sign-out: it is not the person's to see. */
export const SESSION_END = 'session.end'

/** Session cookie that dies with the browser: without it a session that was not to be kept is hidden. */
export const OPEN_COOKIE = 'openSession'

const hash32 = (text: string, seed: number): string => {
  let hash = seed
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** Each member has a database of their own. */
export const memberDbName = (memberId: string): string =>
  `hp-${hash32(memberId, 0x811c9dc5)}${hash32(memberId, 0x01000193)}`

/** Who is (or was) signed in on this phone: `kept` under `session`. */
export interface SessionPointer {
  memberId: string
  dbName: string
  user: UserInfo
  /** Keep me signed in: without it, all is hidden once the browser was closed. */
  keep: boolean
  state: 'member' | 'locked'
  /** Ends the session at the server, nothing else. Releases before it did not store one. */
  endToken?: string
}

/** The last code that was drawn of a pass. */
export interface Drawn {
  path: string
  size: number
  madeAt: number
}

/** A row of `passes`. `position` is the server's order. */
export interface PassRow {
  passUid: string
  position: number
  pass: MyPass
  drawn: Drawn | null
}

/** May what this member left on the phone be shown? `cookies` is `document.cookie`. */
export const isVisible = <P extends Pick<SessionPointer, 'keep'>>(
  pointer: P | undefined,
  cookies: string,
): pointer is P =>
  pointer !== undefined && (pointer.keep || cookies.split('; ').some((cookie) => cookie.startsWith(`${OPEN_COOKIE}=`)))
