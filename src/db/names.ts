/** Names that the start-up script shares with the application; imports no Dexie. Never rename them. */
import type { UserInfo } from '#contract/calls/account.ts'
import type { MyPass } from '#contract/calls/mypage.ts'

export const DEVICE_DB = 'hp-device'
export const KEPT_STORE = 'kept'
export const PASS_STORE = 'passes'
export const DRAWN_STORE = 'drawn'
export const GIFT_STORE = 'gifts'
export const OUTBOX_STORE = 'outbox'

/** Keys of the table `kept` in the device database; its rows are `{ key, value }`. */
export const VALUE_KEYS = {
  session: 'session',
  deviceKey: 'deviceKey',
  clock: 'clock',
  epoch: 'epoch',
  wipes: 'wipes',
  cart: 'cart',
} as const

/** Commands that take a pass away: the start-up script hides the pass while an action of one waits (L13). */
export const PASS_HIDING_COMMANDS = ['gift.send'] as const
export type PassHidingCommand = (typeof PASS_HIDING_COMMANDS)[number]

/** Name of the command that reports a sign-out; screens do not show it. */
export const SESSION_END = 'session.end'

/** Key in local storage of the sign-outs whose report found no room in the database (`UnstoredSignOut`). */
export const SIGN_OUTS_KEY = 'hp-sign-outs'

/** Key in local storage of the notice that the browser has emptied the storage, until the person has read it (S20). */
export const EVICTION_KEY = 'hp-evicted'

/** Key in local storage of a sign-in or sign-out that the device database does not hold yet (S33, `OwnerChange`). */
export const OWNER_CHANGE_KEY = 'hp-owner-change'

/** Cookie that ends with the browser session: without it, a session without “keep me signed in” is hidden (S11). */
export const OPEN_COOKIE = 'openSession'

const hash32 = (text: string, seed: number): string => {
  let hash = seed
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** Returns the name of a member's database, the same in every release (S17). */
export const memberDbName = (memberId: string): string =>
  `hp-${hash32(memberId, 0x811c9dc5)}${hash32(memberId, 0x01000193)}`

/** The member who is signed in, or whose session is locked; stored in `kept` under `session`. */
export interface SessionPointer {
  memberId: string
  dbName: string
  user: UserInfo
  /** “Keep me signed in”: without it, everything is hidden once the browser was closed (S11). */
  keep: boolean
  state: 'member' | 'locked'
  /** Can end the session at the server, and nothing else. Missing in rows of earlier releases (S13). */
  endToken?: string
  /** The session's id at the server. Missing in rows of earlier releases, until the next renewal. */
  sessionId?: string
}

/** The drawn code of a pass; `madeAt` in ms, server-corrected. */
export interface DrawnCode {
  path: string
  size: number
  madeAt: number
}

/** A row of the table `passes`; `position` is its place in the server's order. */
export interface PassRow {
  passUid: string
  position: number
  pass: MyPass
}

/** A row of the table `drawn`: the last code of a pass that this phone has drawn, and the pass epoch that it shows. */
export interface DrawnRow extends DrawnCode {
  passUid: string
  epoch: number
}

/** Returns whether the data of this session may be shown (S11). `cookies` is `document.cookie`. */
export const isVisible = <P extends Pick<SessionPointer, 'keep'>>(
  pointer: P | undefined,
  cookies: string,
): pointer is P =>
  pointer !== undefined && (pointer.keep || cookies.split('; ').some((cookie) => cookie.startsWith(`${OPEN_COOKIE}=`)))
