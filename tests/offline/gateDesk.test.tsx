// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { GateDb, type Enrolment } from '#db/gate.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { GateScreen } from '#routes/gate/-parts/gateScreen.tsx'
import { mountScreen, type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openWithPeer } from './setup.ts'

/** The screen of one scanner, enrolled at an exchange desk and then at an attraction. */

const enrolled = (kind: Enrolment['place']['kind'], name: string): Enrolment => ({
  gateUid: '0193a1b2-0000-7000-8000-000000000003',
  place: { kind, uid: name.toLowerCase(), name },
  label: null,
  credential: 'credential',
  ended: false,
})

test('a scanner can be removed at an exchange desk, and reports a mistyped card number at an attraction', async () => {
  const { browser, network } = openWithPeer()
  const { runtime } = await browser.tab()
  network.down(true)
  await runtime.online.probe()
  replaceRuntime(runtime)
  if (!runtime.platform.idb) throw new Error('no database')
  const db = new GateDb(runtime.platform.idb)
  await db.keep('enrolment', enrolled('receiptplace', 'Harbour'))
  const screen = await mountScreen(<GateScreen />, '/gate')
  await waitUntil(() => screen.text().includes('This is an exchange desk for card passes.'))
  screen.press('Remove this scanner')
  screen.press('Remove it now')
  await waitUntil(() => screen.button('Enrol this scanner') !== undefined)
  expect(await db.read('enrolment')).toBeUndefined()

  await db.keep('enrolment', enrolled('attraction', 'Tower'))
  await waitUntil(() => screen.button('Check') !== undefined)
  const field = screen.element.querySelector('input')
  if (!field) throw new Error('nothing to type into')
  type(field, '9990000000010003')
  screen.press('Check')
  await waitUntil(() => screen.element.querySelector('[role="alert"]') !== null)
  expect(screen.element.querySelector('[role="alert"]')?.textContent).toBe(
    'Check the number on the card. Enter the 16 digits exactly as printed.',
  )
  screen.unmount()
  db.close()
})
