import type { Answer, Failure } from '#api/failure.ts'
import { failedAnswer } from '#api/failure.ts'
import { enrol } from '#contract/calls/gate.ts'
import { toBase64url } from '#contract/rules/bytes.ts'
import { latinKeys } from '#contract/rules/hangulKeys.ts'
import type { Enrolment, GateDb } from '#db/gate.ts'
import type { ClientRuntime } from '../clientRuntime.ts'

/** Failure of every operation of a scanner without a valid credential. */
export const NOT_ENROLLED: Failure = { kind: 'refused', code: 'E_GATE' }

const SALT_BYTES = 16

/** Stores, replaces, ends and deletes the credential of this scanner. */
export interface ScannerEnrolment {
  /** Resolves with the enrolment; null without one, or once the server has revoked it. */
  active: () => Promise<Enrolment | null>
  /** Marks a revoked credential as ended. Keeps waiting entries (G31). Always resolves with `NOT_ENROLLED`. */
  end: (credential: string) => Promise<{ ok: false; failure: Failure }>
  /**
   * Exchanges an enrolment code for a credential; for another place than before, deletes what holds for one place: the
   * gate lists and the uses there (G31). Fails with `E_GATE_CODE` for a wrong or spent code (G33).
   */
  enrol: (code: string, label?: string) => Promise<Answer<null>>
  /** Empties the gate database. Resolves false, and deletes nothing, while entries wait for upload (G31). */
  leave: () => Promise<boolean>
}

/**
 * Deletes what holds for the former place alone. Allowances, ends of windows and codes that opened hold at every place,
 * and entries that wait are still to be uploaded.
 */
const forgetPlace = async (db: GateDb): Promise<void> => {
  await db.kept.bulkDelete(['rules', 'contactAt', 'openedAt'])
  await db.passes.toCollection().modify({ used: null, group: undefined })
}

/** Creates the enrolment over a gate database. */
export const createEnrolment = ({ db, api }: { db: GateDb; api: ClientRuntime['api'] }): ScannerEnrolment => ({
  active: async () => {
    const enrolment = await db.read('enrolment')
    return enrolment && !enrolment.ended ? enrolment : null
  },

  end: async (credential) => {
    await db.transaction('rw', db.kept, async () => {
      const enrolment = await db.read('enrolment')
      if (enrolment?.credential === credential) await db.keep('enrolment', { ...enrolment, ended: true })
    })
    return failedAnswer(NOT_ENROLLED)
  },

  enrol: async (code, label) => {
    const answer = await api.call(enrol, { body: { code: latinKeys(code), ...(label ? { label } : {}) } })
    if (!answer.ok) return failedAnswer(answer.failure.kind === 'auth' ? NOT_ENROLLED : answer.failure)
    const { gateUid, place, credential } = answer.data
    const salt = toBase64url(crypto.getRandomValues(new Uint8Array(SALT_BYTES)))
    await db.transaction('rw', [db.kept, db.passes], async () => {
      const before = await db.read('enrolment')
      if (before?.place.uid !== place.uid) await forgetPlace(db)
      await db.keep('enrolment', { gateUid, place, label: label || null, credential, ended: false })
      await db.keep('salt', (await db.read('salt')) ?? salt)
    })
    return { ok: true, data: null }
  },

  leave: () =>
    db.transaction('rw', [db.kept, db.entries, db.seen, db.passes], async () => {
      const rows = await db.entries.toArray()
      if (rows.some(({ result }) => result === null)) return false
      await Promise.all([db.kept.clear(), db.entries.clear(), db.seen.clear(), db.passes.clear()])
      return true
    }),
})
