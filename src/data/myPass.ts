import { useEffect, useState } from 'react'
import type { Gift } from '#contract/calls/gift.ts'
import type { MyPass } from '#contract/calls/mypage.ts'
import { CODE_PERIOD_MS } from '#contract/limits.ts'
import type { DrawnRow } from '#db/names.ts'
import type { LiveCode } from '#sync/device/liveCodes.ts'
import type { ShownPass } from '#sync/mirror/projectPasses.ts'
import { stampOf } from '#sync/mirror/stamps.ts'
import type { ClientRuntime } from '#sync/clientRuntime.ts'
import { homeOf, createPartRefresh, ownerKey, partInMemory, statusOf } from './member.ts'
import { outcome, type Outcome, type Status } from './outcome.ts'
import { loadRuntime, onRuntime } from './runtime.ts'
import { createStoredView, useRefreshed, useView } from './view.ts'

export type { LiveCode } from '#sync/device/liveCodes.ts'
export type { ShownPass } from '#sync/mirror/projectPasses.ts'

export interface MyPassesView {
  status: Status
  list: ShownPass[]
  at: number | null
  /** This phone's id at the server; null until it is registered. */
  deviceUid: string | null
  refresh: () => Promise<Outcome<null>>
}
type Row = Pick<MyPassesView, 'list' | 'at' | 'deviceUid'>

const refresh = async (): Promise<Outcome<null>> => {
  const { pulls, codes } = await loadRuntime()
  const answer = await pulls.pull('passes', true)
  if (answer.ok) await codes.drawMissing()
  return answer.ok ? { ok: true, data: null } : outcome(answer)
}

/** Removes the personal data of a pass, for a locked session (S5). */
const withoutPersonalData = (pass: ShownPass): ShownPass => ({
  ...pass,
  holder: '',
  orderNumber: '',
  name: null,
  naming: null,
})

/** The drawn codes of all passes, for the first render of one: the start-up script has already shown it. */
const codes = createStoredView<DrawnRow[], readonly DrawnRow[]>({
  initial: [],
  query: (runtime) => {
    const home = homeOf(runtime)
    return home && { key: home.key, read: () => home.db.drawn.toArray() }
  },
  shape: (rows = []) => rows,
})
const firstCode = (passUid: string): LiveCode | null => {
  const drawn = codes.get().find((row) => row.passUid === passUid)
  return drawn ? { ...drawn, nextAt: drawn.madeAt + CODE_PERIOD_MS, live: false } : null
}

/** Projects passes that are held in memory, while storage is refused. */
const inMemory = (runtime: ClientRuntime, list: MyPass[]): ShownPass[] =>
  runtime.reads.passes(
    list.map((pass, position) => ({ passUid: pass.passUid, position, pass })),
    partInMemory<Gift[]>(runtime, 'gifts')?.data ?? [],
    [],
    [],
  )

const view = createStoredView<Row, MyPassesView>({
  initial: { status: 'loading', list: [], at: null, deviceUid: null, refresh },
  query: (runtime) => {
    const home = homeOf(runtime)
    if (!home) return null
    const { db } = home
    const read = () =>
      db.transaction('r', [db.passes, db.drawn, db.gifts, db.outbox, db.stamps, db.kept], async () => {
        const list = runtime.reads.passes(
          await db.passes.toArray(),
          await db.gifts.toArray(),
          await db.outbox.orderBy('seq').toArray(),
          await db.drawn.toCollection().primaryKeys(),
        )
        const device = await db.read('device')
        const { at } = await stampOf(db.stamps, 'passes')
        return { list, at, deviceUid: device?.deviceUid ?? null }
      })
    return { key: home.key, read }
  },
  shape: (row, runtime) => {
    const { state } = runtime.session.state.get()
    const answer = partInMemory<MyPass[]>(runtime, 'passes')
    const list = row?.list ?? inMemory(runtime, answer?.data ?? [])
    const at = row?.at ?? answer?.at ?? null
    const visible = state === 'locked' ? list.map(withoutPersonalData) : list
    return { status: statusOf(runtime, 'passes', at), list: visible, at, deviceUid: row?.deviceUid ?? null, refresh }
  },
})
const refreshPart = createPartRefresh('passes')
const refreshInBackground = () => {
  // The screen that binds a pass reads its code, too, so that the next one shows it in its first frame.
  void codes.settled()
  refreshPart()
}
/** Resolves once the passes and their codes for the first render were read from this phone. */
export const passesReady = async (): Promise<void> => {
  await Promise.all([view.settled(), codes.settled()])
}

/** Returns the member's passes; refreshes them in the background. */
export const useMyPasses = (): MyPassesView => {
  useRefreshed(refreshInBackground, ownerKey())
  return useView(view)
}

/** Returns the mirrored passes without asking the server. */
export const useMirroredPasses = (): MyPassesView => useView(view)

/** Binds a pass to this phone; `password` is needed when the pass is bound to another phone. */
export const showOnThisPhone = async (passUid: string, password?: string): Promise<Outcome<null>> => {
  const runtime = await loadRuntime()
  return outcome(await runtime.bind(password === undefined ? { passUid } : { passUid, password }))
}

/** A code that is presented to any number of components, so that all show the same one. */
interface Presented {
  latest: LiveCode | null
  shows: Set<(code: LiveCode | null) => void>
  stop: () => void
}
const presented = new Map<string, Presented>()

/** Presents the code of a pass to `show`, with all others that show it. Returns a function that stops it. */
const presentShared = (key: string, passUid: string, show: (code: LiveCode | null) => void): (() => void) => {
  let shared = presented.get(key)
  if (shared) show(shared.latest)
  else {
    const entry: Presented = { latest: firstCode(passUid), shows: new Set(), stop: () => undefined }
    shared = entry
    presented.set(key, entry)
    void loadRuntime().then(({ codes }) => {
      if (presented.get(key) !== entry) return
      entry.stop = codes.present(passUid, (code) => {
        entry.latest = code
        for (const each of entry.shows) each(code)
      })
    })
  }
  const { shows } = shared
  shows.add(show)
  return () => {
    shows.delete(show)
    if (shows.size > 0) return
    shared.stop()
    if (presented.get(key) === shared) presented.delete(key)
  }
}

/** Returns the live code of a pass bound to this phone, new every 15 s (L6); null while there is none. */
export const useLiveCode = (passUid: string): LiveCode | null => {
  const key = `${ownerKey()} ${passUid}`
  const first = () => presented.get(key)?.latest ?? firstCode(passUid)
  const [latest, setLatest] = useState<{ key: string; code: LiveCode | null }>(() => ({ key, code: first() }))
  useEffect(() => presentShared(key, passUid, (code) => setLatest({ key, code })), [key, passUid])
  return latest.key === key ? latest.code : first()
}

/**
 * Draws new codes for the passes on the screen, then asks the server for their present state. The codes need no
 * network: `newCodes` is true also when the request failed.
 */
export const refreshPasses = async (): Promise<{ newCodes: boolean; answer: Outcome<null> }> => {
  const { codes } = await loadRuntime()
  const newCodes = (await codes.renew()) > 0
  return { newCodes, answer: await refresh() }
}

/** While `isOn`, follows entries at gates within 3 s (M28). For screens that show a code, or an entry that can be undone. */
export const usePassWatch = (isOn: boolean): void => {
  useEffect(() => (isOn ? onRuntime(({ passWatch }) => passWatch.hold()) : undefined), [isOn])
}
