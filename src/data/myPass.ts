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
import { loadRuntime } from './runtime.ts'
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
const refreshPasses = createPartRefresh('passes')
const refreshInBackground = () => {
  // The screen that binds a pass reads its code, too, so that the next one shows it in its first frame.
  void codes.settled()
  refreshPasses()
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

/** Returns the live code of a pass bound to this phone, new every 15 s (L6); null while there is none. */
export const useLiveCode = (passUid: string): LiveCode | null => {
  const [latest, setLatest] = useState<{ passUid: string; code: LiveCode | null }>(() => ({
    passUid,
    code: firstCode(passUid),
  }))
  const owner = ownerKey()
  useEffect(() => {
    let stop: (() => void) | null = null
    let over = false
    void loadRuntime().then(({ codes }) => {
      if (!over) stop = codes.present(passUid, (code) => setLatest({ passUid, code }))
    })
    return () => {
      over = true
      stop?.()
    }
  }, [passUid, owner])
  return latest.passUid === passUid ? latest.code : firstCode(passUid)
}
