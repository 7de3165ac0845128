import { generateKeyPairSync, sign } from 'node:crypto'
import QRCode from 'qrcode'
import { uuidv7 } from 'uuidv7'
import type { MyPass } from '#contract/calls/mypage.ts'
import { INQUIRY_MAX } from '#contract/limits.ts'
import { encodeCertificate, presentCode } from '#contract/rules/passCode.ts'
import { DAY_MS } from '#contract/time.ts'
import { PASS } from '../tests/offline/fixtures.ts'

const DEVICE_UID = '0193a000-0000-7000-9000-000000000003'
const uuid = (number: number): string => `0193a000-0000-7000-8000-${String(number).padStart(12, '0')}`
/** Has the form and length of a real certificate, so that its code is of version 10. */
const certificate = (passUid: string, notAfter: number): string =>
  Buffer.from(
    encodeCertificate({
      algorithm: 'Ed25519',
      keyId: '00000000',
      passUid,
      passType: '24H',
      epoch: 0,
      notAfter,
      deviceKey: new Uint8Array(32),
      signature: new Uint8Array(64),
    }),
  ).toString('base64url')
/** Returns the picture of a code as a phone draws it, with both signatures: the SVG path, and the modules on a side. */
export const liveCode = async (): Promise<{ path: string; size: number }> => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const signed = async (bytes: Uint8Array) => new Uint8Array(sign(null, bytes, privateKey))
  const now = Date.now()
  const bytes = Buffer.from(certificate(uuid(1), Math.floor(now / DAY_MS + 30) * DAY_MS), 'base64url')
  const { modules } = QRCode.create(await presentCode(new Uint8Array(bytes), now, signed), {
    errorCorrectionLevel: 'M',
  })
  let path = ''
  for (let y = 0; y < modules.size; y += 1)
    for (let x = 0; x < modules.size; x += 1) if (modules.get(y, x)) path += `M${x} ${y}h1v1h-1z`
  return { path, size: modules.size }
}

const samplePass = (now: number, number: number): MyPass => ({
  ...PASS,
  passUid: uuid(number),
  gdsUid: 'pass-24h-mobile',
  passType: '24H',
  holder: 'ANA EXAMPLE',
  windowHours: 24,
  purchasedAt: now - DAY_MS,
  validUntil: now + 1800 * DAY_MS,
  deviceUid: DEVICE_UID,
  epoch: 0,
  certificate: certificate(uuid(number), Math.floor(now / DAY_MS + 30) * DAY_MS),
  certificateNotAfter: Math.floor(now / DAY_MS + 30) * DAY_MS,
})

/** Database of the seeded member. */
export const MEMBER_DB = 'hp-benchbenchbench'
/** Database of another member on the same phone. */
const OTHER_DB = 'hp-otherotherother'

/** A member whom the server knows, so that it accepts every waiting action. */
export interface Person {
  memberId: string
  accessToken: string
  refreshToken: string
}
const NOBODY: Person = { memberId: 'bench', accessToken: 'bench', refreshToken: 'bench' }

/** What a phone has stored before a measurement. */
export interface StoredState {
  passes?: number
  /** Waiting actions: every second one an inquiry of maximum length, the others favourites. */
  waiting?: number
  /** Signed in, with a key that draws a new code every period; else the session is locked and the last code stays. */
  isSignedIn?: boolean
  /** Waiting actions of another member on the same phone. */
  otherMemberActions?: number
  member?: Person
}

export const FORTNIGHT_MS = 14 * DAY_MS
/** A visitor who was offline for long, on a phone with another member's data. */
export const LONG_AWAY: StoredState = { passes: 20, waiting: 200, otherMemberActions: 200, isSignedIn: true }

const sampleAction = (now: number, number: number, owner: string, onlyInquiries: boolean) => {
  const place = `place-${number}`
  const writes = onlyInquiries || number % 2 === 0
  // A real server refuses ids of another member, so each member gets new ones.
  const [key, inquiry] = onlyInquiries ? [uuidv7(), uuidv7()] : [uuid(2_000 + number), uuid(1_000 + number)]
  const args = writes
    ? { id: inquiry, email: 'ana@example.com', content: '부산에서 '.repeat(INQUIRY_MAX / 5) }
    : { gdsUid: place, on: true }
  return {
    id: key,
    command: writes ? 'inquiry.write' : 'favourite.set',
    version: 1,
    args,
    lane: writes ? `inquiry:${inquiry}` : `fav:${place}`,
    owner,
    attempts: 0,
    nextAt: 0,
    wait: 0,
    lost: false,
    triedAt: null,
    writtenAt: now,
    unknown: 0,
    refused: null,
    asks: null,
    allowed: false,
  }
}

/** Returns an expression that stores passes and actions of a member on the phone, as a sign-in and a purchase would. */
export const seedExpression = (
  code: { path: string; size: number },
  now: number,
  { passes = 1, waiting = 0, isSignedIn = false, otherMemberActions = 0, member }: StoredState = {},
): string => {
  const { memberId, accessToken, refreshToken } = member ?? NOBODY
  const pointer = {
    memberId,
    dbName: MEMBER_DB,
    user: { memberId, email: 'ana@example.com', engNm: 'Ana', engSurname: 'Example' },
    keep: true,
    state: isSignedIn ? 'member' : 'locked',
  }
  const rows = Array.from({ length: passes }, (_, position) => {
    const pass = samplePass(now, position + 1)
    return { passUid: pass.passUid, position, pass, drawn: { ...code, madeAt: now } }
  })
  const actionsOf = (owner: string, length: number) =>
    Array.from({ length }, (_, index) => sampleAction(now, index + 1, owner, member !== undefined))
  const actions = actionsOf(memberId, waiting)
  const otherActions = actionsOf('other', otherMemberActions)
  const startupCopy = { dbName: pointer.dbName, keep: true, first: { passType: '24H', ...code } }
  return `(async () => {
    const open = (name, version, upgrade) => new Promise((ok, no) => {
      const r = indexedDB.open(name, version)
      r.onupgradeneeded = () => upgrade(r.result); r.onsuccess = () => ok(r.result); r.onerror = () => no(r.error)
    })
    const put = (db, stores) => new Promise((ok, no) => {
      const t = db.transaction(Object.keys(stores), 'readwrite')
      for (const [store, rows] of Object.entries(stores)) for (const row of rows) t.objectStore(store).put(row)
      t.oncomplete = () => { db.close(); ok() }; t.onerror = () => no(t.error)
    })
    const ofMember = (name) => open(name, 10, (db) => {
      for (const name of ['kept', 'stamps']) db.createObjectStore(name, { keyPath: 'key' })
      db.createObjectStore('passes', { keyPath: 'passUid' }); db.createObjectStore('favourites', { keyPath: 'gdsUid' }); db.createObjectStore('inquiries', { keyPath: 'id' })
      const box = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true }); box.createIndex('id', 'id', { unique: true }); box.createIndex('lane', 'lane')
    })
    const member = await ofMember(${JSON.stringify(pointer.dbName)})
    if (${otherActions.length > 0}) await put(await ofMember(${JSON.stringify(OTHER_DB)}), { outbox: ${JSON.stringify(otherActions)} })
    const kept = [{ key: 'session', value: ${JSON.stringify(pointer)} }]
    let publicKey = ''
    if (${isSignedIn}) {
      const pair = await crypto.subtle.generateKey({ name: 'Ed25519' }, false, ['sign', 'verify'])
      const raw = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
      publicKey = btoa(String.fromCharCode(...raw)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
      kept.push({ key: 'deviceKey', value: { algorithm: 'Ed25519', publicKey, privateKey: pair.privateKey } })
      document.cookie = 'accessToken=${accessToken}; Path=/'
      document.cookie = 'refreshToken=${refreshToken}; Path=/; Max-Age=86400'
    }
    await put(member, { passes: ${JSON.stringify(rows)}, outbox: ${JSON.stringify(actions)}, stamps: [{ key: 'passes', at: ${now}, etag: null, generation: 1 }], kept: [{ key: 'device', value: { deviceUid: ${JSON.stringify(DEVICE_UID)}, publicKey } }] })
    localStorage.setItem('hp-shown', ${JSON.stringify(JSON.stringify(startupCopy))})
    await put(await open('hp-device'), { kept })
  })()`
}
