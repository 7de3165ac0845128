import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { oneTimeCode } from '#contract/calls/admission.ts'
import { SECOND_MS } from '#contract/time.ts'
import { admission } from '#server/db/schema/pass.ts'
import { sampleNumber } from '#server/modules/card/numbers.ts'
import { passOfCard } from '../harness/cards.ts'
import { PASSWORD } from '../harness/factories.ts'
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
  scanner.advance(20 * SECOND_MS)
  const undoneAt = gates.time.now
  expect(await scanner.undo({ entryUid, reason: 'wrong_pass' })).toMatchObject({ ok: true })
  await scanner.uploaded()
  expect(await entriesOf(passUid)).toMatchObject([{ undoneAt, undoReason: 'wrong_pass', undoNote: null }])
  expect(await pass()).toMatchObject({ state: 'unused', admissions: [] })
  expect(scanner.state().kept).toEqual([])
})

const oneTime = async () => {
  const { passUid, token } = await gates.traveller()
  const { data } = await gates.call(oneTimeCode, { token, body: { passUid, password: PASSWORD } })
  return { passUid, text: data?.text ?? '' }
}
const cardNumber = async () => {
  const text = sampleNumber(1, 3)
  return { passUid: await passOfCard(gates.deps, text), text }
}

test.each([
  ['a one-time code', oneTime],
  ['a printed number', cardNumber],
])('%s whose answer was lost is repeated with its id within a minute and gets its success (G39)', async (_, draw) => {
  const { passUid, text } = await draw()
  scanner.network.fault(/POST \/gate\/admit/, 'lose')
  const lost = await scanner.read(text)
  expect(lost).toMatchObject({ verdict: 'network' })
  await scanner.online()
  expect(await entriesOf(passUid)).toMatchObject([{ admissionUid: lost.entryUid }])
  // A visitor between the two scans changes nothing.
  const between = await gates.traveller()
  expect(await scanner.read(await between.code())).toMatchObject({ verdict: 'admitted' })
  scanner.advance(59 * SECOND_MS)
  expect(await scanner.read(text)).toMatchObject({ verdict: 'admitted', entryUid: lost.entryUid, at: lost.at })
  expect(await entriesOf(passUid)).toHaveLength(1)
  // The answer has come: the code is spent for everybody else.
  expect(await scanner.read(text)).toMatchObject({ verdict: 'refused' })
})

test('a code whose answer was lost admits nobody after a minute (G39)', async () => {
  const { passUid, text } = await oneTime()
  scanner.network.fault(/POST \/gate\/admit/, 'lose')
  expect(await scanner.read(text)).toMatchObject({ verdict: 'network' })
  await scanner.online()
  scanner.advance(60 * SECOND_MS)
  expect(await scanner.read(text)).toMatchObject({ verdict: 'refused', reason: 'old_code' })
  expect(await entriesOf(passUid)).toHaveLength(1)
})
