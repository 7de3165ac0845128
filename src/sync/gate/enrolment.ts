import type { Answer, Failure } from '#api/failure.ts'
import { failed } from '#api/failure.ts'
import { enrol } from '#contract/calls/gate.ts'
import { toBase64url } from '#contract/rules/bytes.ts'
import { latinKeys } from '#contract/rules/hangulKeys.ts'
import type { Enrolment, GateDb } from '#db/gate.ts'
import type { Phone } from '../phone.ts'

/** Answer of every act of a scanner that has no valid credential. */
export const NOT_ENROLLED: Failure = { kind: 'refused', code: 'E_GATE' }

const SALT_BYTES = 16

/** The credential of this scanner: where it is stored, replaced, ended and deleted. */
export interface ScannerEnrolment {
  /** The enrolment that the server has not ended; null without one. */
  active: () => Promise<Enrolment | null>
  /** The server rejected this credential. Entries that wait are kept for the next one. Always answers NOT_ENROLLED. */
  end: (credential: string) => Promise<{ ok: false; failure: Failure }>
  /** Exchanges an operator's code for a credential. Another place deletes the rules of the last. Refuses with E_GATE. */
  enrol: (code: string, label?: string) => Promise<Answer<null>>
  /** Deletes credential and lists. False, and nothing deleted, while entries wait for the server. */
  leave: () => Promise<boolean>
}

/** Creates the enrolment of the scanner whose database this is. */
export const createEnrolment = ({ db, api }: { db: GateDb; api: Phone['api'] }): ScannerEnrolment => ({
  active: async () => {
    const enrolment = await db.read('enrolment')
    return enrolment && !enrolment.ended ? enrolment : null
  },

  end: async (credential) => {
    await db.transaction('rw', db.kept, async () => {
      const enrolment = await db.read('enrolment')
      if (enrolment?.credential === credential) await db.keep('enrolment', { ...enrolment, ended: true })
    })
    return failed(NOT_ENROLLED)
  },

  enrol: async (code, label) => {
    const answer = await api.call(enrol, { body: { code: latinKeys(code), ...(label ? { label } : {}) } })
    if (!answer.ok) return failed(answer.failure.kind === 'auth' ? NOT_ENROLLED : answer.failure)
    const { gateUid, place, credential } = answer.data
    const salt = toBase64url(crypto.getRandomValues(new Uint8Array(SALT_BYTES)))
    await db.transaction('rw', db.kept, async () => {
      const before = await db.read('enrolment')
      if (before?.place.uid !== place.uid) await db.kept.bulkDelete(['rules', 'contactAt', 'openedAt'])
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
