import { KEPT } from '#db/names.ts'
import { stampOf } from '#sync/mirror/stamps.ts'
import type { StorageState } from '#sync/storage.ts'
import { homeOf } from './member.ts'
import { started } from './phone.ts'

export interface Diagnostics {
  storage: StorageState & { persisted: boolean | null; usage: number | null; quota: number | null }
  session: 'starting' | 'anonymous' | 'member' | 'locked'
  online: boolean
  /** Actions of the member and of this phone. */
  outbox: { waiting: number; refused: number; asking: number }
  clock: { offsetMs: number | null; roundTripMs: number | null; verified: boolean }
  mirror: { catalogueAt: number | null; passesAt: number | null; favouritesAt: number | null; passes: number }
  deviceKey: 'Ed25519' | 'P-256' | null
  locks: boolean
}

/** For the diagnostics page; no secrets. */
export const diagnostics = async (): Promise<Diagnostics> => {
  const here = await started()
  const device = here.storage.device()
  const db = homeOf(here)?.db
  const rows = [...((await db?.outbox.toArray()) ?? []), ...((await device?.outbox.toArray()) ?? [])]
  const refused = rows.filter((row) => row.refused !== null).length
  const asking = rows.filter((row) => row.refused === null && row.asks !== null).length
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined)
  const clock = here.clock.state()
  return {
    storage: {
      ...here.storage.status.get(),
      persisted: (await navigator.storage?.persisted?.().catch(() => null)) ?? null,
      usage: estimate?.usage ?? null,
      quota: estimate?.quota ?? null,
    },
    session: here.session.here.get().state,
    online: here.online.get(),
    outbox: { waiting: rows.length - refused - asking, refused, asking },
    clock: {
      offsetMs: clock?.offset ?? null,
      roundTripMs: clock?.roundTrip ?? null,
      verified: here.clock.verified(),
    },
    mirror: {
      catalogueAt: device ? (await stampOf(device.stamps, `catalogue:${here.locale()}`)).at : null,
      passesAt: db ? (await stampOf(db.stamps, 'passes')).at : null,
      favouritesAt: db ? (await stampOf(db.stamps, 'favourites')).at : null,
      passes: (await db?.passes.count()) ?? 0,
    },
    deviceKey: (await device?.read(KEPT.deviceKey))?.algorithm ?? null,
    locks: here.platform.locks !== undefined,
  }
}
