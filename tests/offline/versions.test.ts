import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { DeviceDb } from '#db/device.ts'
import { idbOf } from '#db/idb.ts'
import { MemberDb } from '#db/member.ts'
import { openDatabase } from '#db/open.ts'
import { memberDbName } from '#db/names.ts'
import { argsOf } from '#sync/outbox/command.ts'
import { COMMANDS } from '#sync/outbox/commands/index.ts'
import { DEVICE_VERSIONS, GATE_VERSIONS, MEMBER_VERSIONS, type Version } from '#db/versions.ts'

/** Database versions of released builds. Lines are only ever added, with the release that they come from. */
const RELEASED = {
  gate: { 1: { kept: '&key', entries: '++seq,&entryUid', seen: '&id,at', passes: '&key,heardAt' } },
  device: { 1: { kept: '&key', shared: '&key', stamps: '&key', inquiries: '&id', outbox: '++seq,&id,lane' } },
  member: {
    1: {
      kept: '&key',
      stamps: '&key',
      passes: '&passUid',
      favourites: '&gdsUid',
      inquiries: '&id',
      outbox: '++seq,&id,lane',
    },
    2: {
      gifts: '&giftUid',
      history: '&entryUid',
      newsfeed: '&newsUid',
      coupons: '&couponUid',
      purchases: '&ordUid',
      reservations: '&rsvtUid',
      vouchers: '&rsvtUid',
      cards: '&passUid',
    },
    3: { drawn: '&passUid' },
    4: { photos: '&id,inquiryId', photoBytes: '&id' },
  },
}

const written = (versions: readonly Version[]) =>
  Object.fromEntries(versions.map(({ version, stores }) => [version, stores]))

/** Opens a database as an older build does. */
const asOf = (name: string, version: number, idb: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }) => {
  const db = new Dexie(name, idb)
  for (const old of MEMBER_VERSIONS.filter((one) => one.version <= version)) db.version(old.version).stores(old.stores)
  return db
}
const OLD = {
  passes: {
    passUid: 'p1',
    position: 0,
    pass: { passUid: 'p1', epoch: 3 },
    drawn: { path: 'M0 0h1', size: 57, madeAt: 5 },
  },
  favourites: { gdsUid: 'tower', at: 7 },
  inquiries: { id: 'i1', content: 'Where is it?' },
  stamps: { key: 'passes', at: 9, etag: null, generation: 4 },
  kept: { key: 'ticket', value: 'mine' },
}
const ACTION = {
  id: 'a1',
  command: 'favourite.set',
  version: 1,
  lane: 'fav:tower',
  args: { gdsUid: 'tower', on: true },
}

test('released versions of the databases are unchanged (S24)', () => {
  expect(written(GATE_VERSIONS)).toEqual(RELEASED.gate)
  expect(written(DEVICE_VERSIONS)).toEqual(RELEASED.device)
  expect(written(MEMBER_VERSIONS)).toEqual(RELEASED.member)
})

test.each([
  ['mina', 'hp-8289f402c6ab78cc'],
  ['m80', 'hp-0a042cd0faad4e42'],
  ['0193a1b2-0000-7000-8000-000000000001', 'hp-0457eff8b623f7b6'],
])('the database of member %s has the name that released builds gave it (P13, S17)', (memberId, name) => {
  expect(memberDbName(memberId)).toBe(name)
})

test.each([...COMMANDS.values()].map((command) => [command.name, command] as const))(
  'a queued %s of the first release is understood (P13, O46)',
  (_name, command) => {
    expect(argsOf(command, { version: 1, args: ACTION.args })).not.toBeNull()
  },
)

test('an upgrade from the first version keeps the passes, the drawn code, the outbox in its order and the ticket (P13, S24)', async () => {
  const idb = idbOf(new IDBFactory(), IDBKeyRange)
  const old = asOf('hp-member', 1, idb)
  await old.open()
  for (const [table, row] of Object.entries(OLD)) await old.table(table).add(row)
  await old.table('outbox').bulkAdd([ACTION, { ...ACTION, id: 'a2' }])
  old.close()
  const db = new MemberDb('hp-member', idb)
  await db.open()
  expect(db.verno).toBe(MEMBER_VERSIONS.at(-1)?.version)
  for (const [table, row] of Object.entries(OLD)) expect(await db.table(table).toArray()).toEqual([row])
  expect((await db.outbox.orderBy('seq').toArray()).map(({ id, seq }) => [id, seq])).toEqual([
    ['a1', 1],
    ['a2', 2],
  ])
  // New tables exist and are empty until the next round of pulls.
  await db.transaction('rw', db.tables, async () => {
    for (const table of Object.keys(RELEASED.member[2])) expect(await db.table(table).count()).toBe(0)
  })
  expect(await db.drawn.toArray()).toEqual([{ passUid: 'p1', epoch: 3, ...OLD.passes.drawn }])
  db.close()
})

test('an upgrade from the second version makes no code for a pass that had none (S24)', async () => {
  const idb = idbOf(new IDBFactory(), IDBKeyRange)
  const old = asOf('hp-member', 2, idb)
  await old.open()
  await old.table('passes').bulkAdd([OLD.passes, { ...OLD.passes, passUid: 'p2', drawn: null }])
  old.close()
  const db = new MemberDb('hp-member', idb)
  await db.open()
  expect(await db.passes.count()).toBe(2)
  expect(await db.drawn.toCollection().primaryKeys()).toEqual(['p1'])
  db.close()
})

test('an older build opens the database of a newer one, and the newer one then finds everything (S25)', async () => {
  const idb = idbOf(new IDBFactory(), IDBKeyRange)
  const first = new MemberDb('hp-member', idb)
  await first.open()
  await first.favourites.add(OLD.favourites)
  await first.gifts.add({ giftUid: 'g1' } as never)
  first.close()
  const back = asOf('hp-member', 1, idb)
  await back.open()
  expect(await back.table('favourites').toArray()).toEqual([OLD.favourites])
  await back.table('outbox').add(ACTION)
  back.close()
  const reopened = new MemberDb('hp-member', idb)
  await reopened.open()
  expect(await reopened.gifts.count()).toBe(1)
  expect((await reopened.outbox.toArray()).map(({ id }) => id)).toEqual(['a1'])
  reopened.close()
})

test('an upgrade does not wait for another tab that has the older version open (S24)', async () => {
  const idb = idbOf(new IDBFactory(), IDBKeyRange)
  const olderDb = asOf('hp-member', 1, idb)
  await olderDb.open()
  await olderDb.table('favourites').add(OLD.favourites)
  await olderDb.table('passes').add(OLD.passes)
  const db = await openDatabase(
    () => new MemberDb('hp-member', idb),
    (opening) => opening.read('ticket'),
  )
  expect(await db?.favourites.toArray()).toEqual([OLD.favourites])
  // That tab goes on, and finds its code where its release keeps it.
  expect(await olderDb.table('passes').toArray()).toEqual([OLD.passes])
  olderDb.close()
  db?.close()
})

test('an interrupted upgrade leaves the database as it was, and the next one succeeds (S24)', async () => {
  const idb = idbOf(new IDBFactory(), IDBKeyRange)
  const old = asOf('hp-member', 1, idb)
  await old.open()
  await old.table('favourites').add(OLD.favourites)
  old.close()
  const broken = asOf('hp-member', 1, idb)
  broken
    .version(2)
    .stores({ gifts: '&giftUid' })
    .upgrade(() => {
      throw new Error('the battery is empty')
    })
  await expect(broken.open()).rejects.toThrow('the battery is empty')
  const db = new MemberDb('hp-member', idb)
  await db.open()
  expect(await db.favourites.toArray()).toEqual([OLD.favourites])
  expect(await db.cards.count()).toBe(0)
  db.close()
})

test('the device database opens with the tables of its release', async () => {
  const idb = idbOf(new IDBFactory(), IDBKeyRange)
  const db = new DeviceDb(idb)
  await db.open()
  expect(db.tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(RELEASED.device[1]).toSorted())
  db.close()
})
