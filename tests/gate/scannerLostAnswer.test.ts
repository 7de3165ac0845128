import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SECOND_MS } from '#contract/time.ts'
import { admission } from '#server/db/schema/pass.ts'
import { openGates, type Gates } from './gates.ts'
import { openScanner, type Scanner } from './scanner.ts'

/** Scans that the server has entered, but whose answer the scanner did not get. */

let gates: Gates
let scanner: Scanner
beforeAll(async () => {
  gates = await openGates('embedded')
})
afterAll(() => gates.close())
beforeEach(async () => {
  scanner = await openScanner(gates)
  await scanner.enrolAt(gates.inGroup('A')[0] ?? '')
})

const entriesOf = async (passUid: string) =>
  (await gates.deps.db.select().from(admission)).filter((row) => row.passUid === passUid)

test('a gate whose server does not answer judges by itself, and there is one entry (G22)', async () => {
  const { code, passUid } = await gates.traveller()
  const { arrived, fail } = scanner.network.hold(/gate\/admit/)
  const scanning = scanner.read(await code())
  await arrived
  // The server has entered it; its answer is lost.
  expect(await entriesOf(passUid)).toHaveLength(1)
  fail()
  expect(await scanning).toMatchObject({ verdict: 'admitted', offline: true })
  await scanner.uploaded()
  expect(await entriesOf(passUid)).toHaveLength(1)
  expect(scanner.state().kept).toEqual([])
})

test('a scan whose answer was lost is undone on the server too, with its window (G22, G27)', async () => {
  const { code, passUid, pass } = await gates.traveller()
  const { arrived, fail } = scanner.network.hold(/gate\/admit/)
  const scanning = scanner.read(await code())
  await arrived
  expect(await pass()).toMatchObject({ state: 'in_use' })
  fail()
  const { entryUid } = await scanning
  scanner.pass(20 * SECOND_MS)
  const undoneAt = gates.time.now
  expect(await scanner.undo({ entryUid, reason: 'wrong_pass' })).toMatchObject({ ok: true })
  await scanner.uploaded()
  expect(await entriesOf(passUid)).toMatchObject([{ undoneAt, undoReason: 'wrong_pass', undoNote: null }])
  expect(await pass()).toMatchObject({ state: 'unused', admissions: [] })
  expect(scanner.state().kept).toEqual([])
})
