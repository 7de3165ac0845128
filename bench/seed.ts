import QRCode from 'qrcode'
import type { MyPass } from '#contract/calls/mypage.ts'

/** A code like the live one in size (version 10), as SVG path and modules on a side. */
export const sampleCode = (): { path: string; size: number } => {
  const { modules } = QRCode.create('A'.repeat(300), { errorCorrectionLevel: 'M', version: 10 })
  let path = ''
  for (let y = 0; y < modules.size; y += 1)
    for (let x = 0; x < modules.size; x += 1) if (modules.get(y, x)) path += `M${x} ${y}h1v1h-1z`
  return { path, size: modules.size }
}

const DAY = 86_400_000
const samplePass = (now: number): MyPass => ({
  passUid: '0193a000-0000-7000-8000-000000000001',
  ordUid: '0193a000-0000-7000-8000-000000000002',
  orderNumber: 'HP-261121-7F3A',
  gdsUid: 'pass-24h-mobile',
  passType: '24H',
  medium: 'mobile',
  state: 'unused',
  holder: 'ANA EXAMPLE',
  windowHours: 24,
  purchasedAt: now - DAY,
  validUntil: now + 1800 * DAY,
  activatedAt: null,
  expiresAt: null,
  allowance: null,
  admissions: [],
  deviceUid: '0193a000-0000-7000-8000-000000000003',
  epoch: 0,
  certificate: 'AAAA',
  certificateNotAfter: now + 30 * DAY,
})

/** An expression for the page: leaves one pass of a member on the phone, as a sign-in and a purchase would. */
export const seedExpression = (code: { path: string; size: number }, now: number): string => {
  const pass = samplePass(now)
  const pointer = {
    memberId: 'bench',
    dbName: 'hp-benchbenchbench',
    user: { memberId: 'bench', email: 'ana@example.com', engNm: 'Ana', engSurname: 'Example' },
    keep: true,
    state: 'locked',
  }
  const row = { passUid: pass.passUid, position: 0, pass, drawn: { ...code, madeAt: now } }
  return `(async () => {
    const open = (name, version, upgrade) => new Promise((ok, no) => {
      const r = indexedDB.open(name, version)
      r.onupgradeneeded = () => upgrade(r.result); r.onsuccess = () => ok(r.result); r.onerror = () => no(r.error)
    })
    const put = (db, rows) => new Promise((ok, no) => {
      const t = db.transaction(Object.keys(rows), 'readwrite')
      for (const [store, value] of Object.entries(rows)) t.objectStore(store).put(value)
      t.oncomplete = () => { db.close(); ok() }; t.onerror = () => no(t.error)
    })
    const member = await open(${JSON.stringify(pointer.dbName)}, 10, (db) => {
      for (const name of ['kept', 'stamps']) db.createObjectStore(name, { keyPath: 'key' })
      db.createObjectStore('passes', { keyPath: 'passUid' }); db.createObjectStore('favourites', { keyPath: 'gdsUid' }); db.createObjectStore('inquiries', { keyPath: 'id' })
      const box = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true }); box.createIndex('id', 'id', { unique: true }); box.createIndex('lane', 'lane')
    })
    await put(member, { passes: ${JSON.stringify(row)}, stamps: { key: 'passes', at: ${now}, etag: null }, kept: { key: 'device', value: { deviceUid: ${JSON.stringify(pass.deviceUid)}, publicKey: '' } } })
    localStorage.setItem('hp-shown', ${JSON.stringify(JSON.stringify({ dbName: pointer.dbName, keep: true, first: { passType: pass.passType, ...code } }))})
    await put(await open('hp-device'), { kept: { key: 'session', value: ${JSON.stringify(pointer)} } })
  })()`
}
