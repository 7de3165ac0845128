import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { VALUE_KEYS } from '#db/names.ts'
import { stampOf } from '#sync/mirror/stamps.ts'
import type { ClientRuntime } from '#sync/clientRuntime.ts'
import type { StorageState } from '#sync/storage.ts'
import { useTimeVerified } from './clock.ts'
import { homeOf } from './member.ts'
import { useOnline } from './online.ts'
import { loadRuntime } from './runtime.ts'
import { useSession } from './session.ts'
import { useStorage } from './storage.ts'

/** Facts of the diagnostics page; times in ms, sizes in bytes. */
export interface Diagnostics {
  storage: StorageState & { persisted: boolean | null; usage: number | null; quota: number | null }
  session: 'starting' | 'anonymous' | 'member' | 'locked'
  online: boolean
  /** Numbers of actions, of the member and of the device. */
  outbox: { waiting: number; refused: number; asking: number }
  clock: { offsetMs: number | null; roundTripMs: number | null; verified: boolean }
  mirror: { catalogueAt: number | null; passesAt: number | null; favouritesAt: number | null; passes: number }
  deviceKey: 'Ed25519' | 'P-256' | null
  locks: boolean
}

type StoredFacts = Pick<Diagnostics, 'outbox' | 'mirror' | 'deviceKey'>

/** Reads the facts that are in the databases. */
const readStoredFacts = async (runtime: ClientRuntime): Promise<StoredFacts> => {
  const device = runtime.storage.device()
  const db = homeOf(runtime)?.db
  const rows = [...((await db?.outbox.toArray()) ?? []), ...((await device?.outbox.toArray()) ?? [])]
  const refused = rows.filter((row) => row.refused !== null).length
  const asking = rows.filter((row) => row.refused === null && row.asks !== null).length
  return {
    outbox: { waiting: rows.length - refused - asking, refused, asking },
    mirror: {
      catalogueAt: device ? (await stampOf(device.stamps, `catalogue:${runtime.locale()}`)).at : null,
      passesAt: db ? (await stampOf(db.stamps, 'passes')).at : null,
      favouritesAt: db ? (await stampOf(db.stamps, 'favourites')).at : null,
      passes: (await db?.passes.count()) ?? 0,
    },
    deviceKey: (await device?.read(VALUE_KEYS.deviceKey))?.algorithm ?? null,
  }
}

/** Resolves with the state of the storage; `usage` and `quota` in bytes. What the browser does not tell is null. */
export const storageFacts = async (): Promise<Diagnostics['storage']> => {
  const { storage } = await loadRuntime()
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined)
  return {
    ...storage.status.get(),
    persisted: (await navigator.storage?.persisted?.().catch(() => null)) ?? null,
    usage: estimate?.usage ?? null,
    quota: estimate?.quota ?? null,
  }
}

/**
 * Returns the facts of the diagnostics page, without secrets; undefined until everything was read. Follows the
 * databases, the online status and the session. Facts of the browser are read again when `refreshCount` changes.
 */
export const useDiagnostics = (refreshCount: number): Diagnostics | undefined => {
  const [runtime, setRuntime] = useState<ClientRuntime>()
  const [storage, setStorage] = useState<Diagnostics['storage']>()
  const online = useOnline()
  const verified = useTimeVerified()
  const { state } = useSession()
  const { state: room, evicted } = useStorage()
  useEffect(() => void loadRuntime().then(setRuntime), [])
  const storedFacts = useLiveQuery(() => (runtime ? readStoredFacts(runtime) : undefined), [runtime, state])
  useEffect(() => void storageFacts().then(setStorage), [refreshCount, room, evicted, storedFacts])
  if (!runtime || !storedFacts || !storage) return undefined
  const clock = runtime.clock.state()
  return {
    ...storedFacts,
    storage,
    online,
    session: runtime.session.state.get().state,
    clock: { offsetMs: clock?.offset ?? null, roundTripMs: clock?.roundTrip ?? null, verified },
    locks: runtime.platform.locks !== undefined,
  }
}
