import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign, type KeyObject } from 'node:crypto'
import autocannon from 'autocannon'
import { uuidv7 } from 'uuidv7'
import { fromBase64url, toBase64url } from '#contract/rules/bytes.ts'
import { presentCode } from '#contract/rules/passCode.ts'
import { validUntil } from '#contract/rules/passWindow.ts'
import type { Database } from '#server/db/connect.ts'
import { device } from '#server/db/schema/device.ts'
import { gate } from '#server/db/schema/gate.ts'
import { pass } from '#server/db/schema/pass.ts'
import { openKeys, type Keys } from '#server/keys.ts'
import { issueCertificate } from '#server/modules/pass/certificate.ts'
import { insertMembers, fill, insertPastMembers } from './fill.ts'
import type { Rate } from './lists.ts'
import { withServers } from './server.ts'

/** Admissions: each pass enters four attractions; the first entry starts the window and notifies its holder. */

const CONNECTIONS = 16
const PASSES = 1_000
const WARM_UP = 100
const BATCH = 500
const PLACES = ['busan-x-the-sky', 'busan-tower', 'songdo-marine-cable-car', 'sea-life-busan']

export interface Phone {
  memberId: string
  deviceUid: string
  publicKey: string
  privateKey: KeyObject
}

/** Inserts a phone of a member of its own. */
export const makePhone = async (db: Database): Promise<Phone> => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const [holder] = await insertMembers(db, 1)
  const phone = { memberId: holder?.id ?? '', deviceUid: uuidv7(), publicKey: toBase64url(raw), privateKey }
  await db.insert(device).values({ ...phone, algorithm: 'Ed25519', label: null, registeredAt: Date.now() })
  return phone
}

/** Inserts a gate at each place and returns their bearer tokens. */
export const makeGates = async (db: Database): Promise<string[]> => {
  const tokens = PLACES.map(() => randomBytes(32).toString('base64url'))
  await db.insert(gate).values(
    PLACES.map((placeUid, nth) => ({
      gateUid: uuidv7(),
      kind: 'attraction' as const,
      placeUid,
      credentialHash: createHash('sha256')
        .update(tokens[nth] ?? '')
        .digest('base64url'),
      enrolledAt: Date.now(),
      contactAt: Date.now(),
    })),
  )
  return tokens
}

export type Row = typeof pass.$inferSelect

/** Inserts passes that the phone shows. */
export const issue = async (db: Database, { memberId, deviceUid }: Phone, count: number): Promise<Row[]> => {
  const now = Date.now()
  const rows: Row[] = []
  for (let from = 0; from < count; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - from) }, () => ({
      passUid: uuidv7(),
      ordUid: uuidv7(),
      unit: 0,
      orderNumber: 'HP-BENCH',
      memberId,
      gdsUid: 'pass-48h-mobile',
      passType: '48H' as const,
      medium: 'mobile' as const,
      holder: 'Ana Example',
      windowHours: 48,
      purchasedAt: now,
      validUntil: validUntil(now),
      deviceUid,
      epoch: 1,
    }))
    rows.push(...(await db.insert(pass).values(batch).returning()))
  }
  return rows
}

/** Sends all admissions and returns their rate. Throws when one is not admitted. */
const load = async (port: number, bodies: { token: string; body: string }[]): Promise<Rate> => {
  let sent = 0
  const result = await autocannon({
    url: `http://localhost:${port}`,
    connections: CONNECTIONS,
    amount: bodies.length,
    verifyBody: (body) => body.includes('"verdict":"admitted"'),
    requests: [
      {
        method: 'POST',
        path: '/api/v1/gate/admit',
        setupRequest: (request) => {
          const { token, body } = bodies[(sent += 1) - 1] ?? { token: '', body: '' }
          return { ...request, body, headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` } }
        },
      },
    ],
  })
  const failed = result.non2xx + result.errors + result.timeouts + result.mismatches
  if (failed > 0) throw new Error(`${failed} of ${bodies.length} were not admitted`)
  return { perSecond: bodies.length / result.duration, p99Ms: result.latency.p99 }
}

interface Made {
  keys: Keys
  tokens: string[]
  phone: Phone
  stock: Row[]
}

/** Draws the code that the phone shows for a pass at an instant, ms UTC. */
export const drawCode = (keys: Keys, phone: Phone, { pass: row, at }: { pass: Row; at: number }): Promise<string> => {
  const key = { algorithm: 'Ed25519' as const, publicKey: phone.publicKey }
  const issued = issueCertificate(keys, { pass: row, key }, Date.now())
  const certificate = fromBase64url(issued?.certificate ?? '') ?? new Uint8Array()
  return presentCode(certificate, at, async (data) => sign(null, data, phone.privateKey))
}

/** Draws a code at each gate for the next `count` passes of the stock; codes are valid for 90 s. */
const draw = async ({ keys, tokens, phone, stock }: Made, count: number) => {
  const passes = stock.splice(0, count)
  const at = Date.now() + 20_000
  const bodies: { token: string; body: string }[] = []
  for (const [nth, token] of tokens.entries())
    for (const row of passes) {
      const code = await drawCode(keys, phone, { pass: row, at: at + nth })
      bodies.push({ token, body: JSON.stringify({ entryUid: randomUUID(), code }) })
    }
  return bodies
}

/**
 * Measures admissions, round by round, on `DATABASE_URL` if set, else on the embedded database. `grown`: number of past
 * members, with their orders and passes, that the database has before.
 */
export const gateRates = (rounds: number, { grown = 0 } = {}): Promise<Rate[]> =>
  withServers({
    prepare: (folder) =>
      fill(folder, async (db, config) => {
        if (grown > 0) await insertPastMembers(db, grown)
        const [tokens, phone] = [await makeGates(db), await makePhone(db)]
        return { keys: openKeys(config), tokens, phone, stock: await issue(db, phone, WARM_UP + rounds * PASSES) }
      }),
    work: async ([port = 0], prepared) => {
      await load(port, await draw(prepared, WARM_UP))
      const rates: Rate[] = []
      for (let round = 0; round < rounds; round += 1) rates.push(await load(port, await draw(prepared, PASSES)))
      return rates
    },
  })
