// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { GateDb } from '#db/gate.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { GateScreen } from '#routes/gate/-parts/gateScreen.tsx'
import { mountScreen, type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openWithPeer } from './setup.ts'

test('a scan that cannot be judged replaces the answer of the scan before it', async () => {
  const { browser, network } = openWithPeer()
  const { runtime } = await browser.tab()
  network.down(true)
  await runtime.online.probe()
  replaceRuntime(runtime)
  if (!runtime.platform.idb) throw new Error('no database')
  const db = new GateDb(runtime.platform.idb)
  await db.keep('enrolment', {
    gateUid: '0193a1b2-0000-7000-8000-000000000003',
    place: { kind: 'attraction', uid: 'tower', name: 'Tower' },
    label: null,
    credential: 'credential',
    ended: false,
  })
  const screen = await mountScreen(<GateScreen />, '/gate')
  await waitUntil(() => screen.button('Check') !== undefined)
  const scan = (text: string) => {
    type(screen.element.querySelector('input'), text)
    screen.press('Check')
  }
  const answer = () => screen.element.querySelector('[data-verdict]')
  scan('9990000000010002')
  await waitUntil(() => answer() !== null, 'an answer')
  scan('9990000000010003')
  await waitUntil(() => screen.text().includes('Check the number on the card.'), 'the reason')
  expect(answer()).toBeNull()
  screen.unmount()
  db.close()
})
