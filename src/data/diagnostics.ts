export interface Diagnostics {
  storage: { state: 'ok' | 'refused' | 'full'; evicted: boolean; persisted: boolean | null; usage: number | null; quota: number | null }
  session: 'anonymous' | 'member' | 'locked'
  online: boolean
  /** Actions of the member and of this phone. */
  outbox: { waiting: number; refused: number; asking: number }
  clock: { offsetMs: number | null; roundTripMs: number | null; verified: boolean }
  mirror: { catalogueAt: number | null; passesAt: number | null; favouritesAt: number | null; passes: number }
  deviceKey: 'Ed25519' | 'P-256' | null
  locks: boolean
}

/** For the diagnostics page; no secrets. */
export const diagnostics = async (): Promise<Diagnostics> => ({
  storage: { state: 'ok', evicted: false, persisted: null, usage: null, quota: null },
  session: 'anonymous',
  online: true,
  outbox: { waiting: 0, refused: 0, asking: 0 },
  clock: { offsetMs: null, roundTripMs: null, verified: true },
  mirror: { catalogueAt: null, passesAt: null, favouritesAt: null, passes: 0 },
  deviceKey: null,
  locks: 'locks' in navigator,
})
