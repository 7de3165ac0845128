import type { In } from '#contract/calls/call.ts'
import { download, upload } from '#contract/calls/file.ts'
import { changePassword as changePasswordCall, readMyInfo, update, type MyInfo } from '#contract/calls/profile.ts'
import { createCell } from '#sync/cell.ts'
import type { ClientRuntime } from '#sync/clientRuntime.ts'
import { homeOf, ownerKey } from './member.ts'
import { outcome, type FailedOutcome, type Outcome, type Status } from './outcome.ts'
import { loadRuntime, runtime } from './runtime.ts'
import { createStoredView, useRefreshed, useView } from './view.ts'
import { withRuntime } from './withRuntime.ts'
export type { MyInfo } from '#contract/calls/profile.ts'

/**
 * The member's details (spec 2.64). They are stored beside the mirror, without a part of their own: only two screens
 * show them, so only these ask for them (decision 0161). Changes need the server and are never queued.
 */
export interface MyInfoView {
  status: Status
  data: MyInfo | undefined
  /** When the server last sent them, ms; null while it has not. */
  at: number | null
  failure: FailedOutcome | null
}

interface Row {
  data: MyInfo
  at: number
}
/** Why the last request of this owner failed, and the answer where no storage takes it. */
const last = createCell<{ owner: string; failure: FailedOutcome | null; row: Row | null } | null>(null)

const view = createStoredView<Row, { data: MyInfo | undefined; at: number | null; isLocked: boolean }>({
  initial: { data: undefined, at: null, isLocked: false },
  query: (runtime) => {
    const home = homeOf(runtime)
    return home && { key: home.key, read: () => home.db.read('myInfo') }
  },
  shape: (row, runtime) => {
    // A locked session shows no personal data (S5).
    const isLocked = runtime.session.state.get().state !== 'member'
    return { data: isLocked ? undefined : row?.data, at: isLocked ? null : (row?.at ?? null), isLocked }
  },
})

/** Stores the details; in memory where storage is refused, full or failing. */
const store = async (runtime: ClientRuntime, data: MyInfo): Promise<void> => {
  const { clock, session, storage } = runtime
  const row = { data, at: clock.now() }
  const db = homeOf(runtime)?.db
  const isStored =
    db !== undefined &&
    (await storage
      .withQuotaRetry(() => db.keep('myInfo', row))
      .catch((error: unknown) => void session.recoverFromEviction(error)))
  last.set({ owner: ownerKey(), failure: null, row: isStored ? null : row })
}

/** The request that is under way: another screen that needs the details joins it. */
let pending: { runtime: ClientRuntime; owner: string; done: Promise<void> } | null = null

/** Counts the changes that were stored: the answer to a request from before one may lack it. */
let changes = 0

const request = async (runtime: ClientRuntime, owner: string): Promise<void> => {
  const before = changes
  const answer = outcome(await runtime.api.call(readMyInfo, {}))
  if (owner !== ownerKey() || changes !== before) return
  if (answer.ok) await store(runtime, answer.data)
  else last.set({ owner, failure: answer, row: null })
}

const reload = async (): Promise<void> => {
  const runtime = await loadRuntime()
  if (runtime.session.state.get().state !== 'member') return
  const owner = ownerKey()
  if (pending?.runtime === runtime && pending.owner === owner) return pending.done
  const own = { runtime, owner, done: request(runtime, owner) }
  pending = own
  await own.done.finally(() => {
    if (pending === own) pending = null
  })
}
const refreshInBackground = () => {
  if (!runtime()) return
  // The failure of an earlier visit is not the state of this one.
  const before = last.get()
  if (before?.failure) last.set({ ...before, failure: null })
  void reload()
}

/** Returns the member's details, from this phone first, and asks the server for them. */
export const useMyInfo = (): MyInfoView & { reload: () => Promise<void> } => {
  useRefreshed(refreshInBackground, ownerKey())
  const { data, at, isLocked } = useView(view)
  const answered = useView(LAST_VIEW)
  const own = answered?.owner === ownerKey() ? answered : null
  // A row in memory is newer than the stored one, which it could not replace.
  const current = isLocked ? undefined : (own?.row?.data ?? data)
  const status = current || isLocked ? 'ready' : own?.failure ? 'failed' : 'loading'
  return { status, data: current, at: isLocked ? null : (own?.row?.at ?? at), failure: own?.failure ?? null, reload }
}
const LAST_VIEW = { initial: null, get: last.get, subscribe: last.subscribe }

export type MyInfoChange = NonNullable<In<typeof update, 'body'>>

/**
 * Changes the details: what is set changes, null empties. A new name is fetched again for the session and the passes.
 * `E_PHONE`, `E_AGE`, `E_NAME_IN_USE`.
 */
export const updateMyInfo = (change: MyInfoChange): Promise<Outcome<MyInfo>> =>
  withRuntime(async (runtime) => {
    const { api, pulls } = runtime
    const answer = await api.call(update, { body: change })
    if (!answer.ok) return outcome(answer)
    changes += 1
    await store(runtime, answer.data)
    const isRenamed = change.engNm !== undefined || change.engSurname !== undefined
    await Promise.all([pulls.pull('profile', true), ...(isRenamed ? [api.renew(), pulls.pull('passes', true)] : [])])
    return answer
  })

/** Uploads a picture and makes it the member's photo. `E_FILE_TYPE`, `E_FILE_PIXELS`, `E_FILE_BROKEN`, `E_TOO_LARGE`. */
export const changePhoto = async (picture: Blob): Promise<Outcome<MyInfo>> => {
  const file = new Uint8Array(await picture.arrayBuffer())
  const uploaded = await withRuntime(async ({ api }) =>
    outcome(await api.call(upload, { body: { kind: 'profile', file } })),
  )
  return uploaded.ok ? updateMyInfo({ photo: uploaded.data.fileUid }) : uploaded
}

/** Returns the bytes of the photo, from this phone where it has them; null without an answer. */
export const readPhoto = async (id: string): Promise<Uint8Array<ArrayBuffer> | null> => {
  const runtime = await loadRuntime()
  const db = homeOf(runtime)?.db
  const stored = await db?.read('photo').catch(() => undefined)
  if (stored?.id === id) return stored.bytes
  const answer = await runtime.api.file(download, { params: { id } })
  if (!answer.ok) return null
  await db?.keep('photo', { id, bytes: answer.data }).catch(() => undefined)
  return answer.data
}

/**
 * Changes the password. All other devices are signed out; the passes of this phone stay. `E_PASSWORD_CURRENT`,
 * `E_PASSWORD_FORMAT`, `E_PASSWORD_WEAK`, `E_THROTTLED`.
 */
export const changePassword = (form: { currentPassword: string; password: string }): Promise<Outcome<null>> =>
  withRuntime(async (runtime) => {
    const device = await homeOf(runtime)?.db.read('device')
    const body = { ...form, ...(device && { deviceUid: device.deviceUid }) }
    return outcome(await runtime.api.call(changePasswordCall, { body }))
  })
