// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { GateDb } from '#db/gate.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { GateScreen } from '#routes/gate/-parts/gateScreen.tsx'
import { mountScreen, type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { CARDS, PLACE, rulesOf } from './openGate.ts'
import { openWithPeer } from './setup.ts'

test('undoing the entry that is shown removes one visitor from the party, and the others still count', async () => {
  const { browser, network } = openWithPeer()
  const { runtime } = await browser.tab()
  network.down(true)
  await runtime.online.probe()
  replaceRuntime(runtime)
  if (!runtime.platform.idb) throw new Error('no database')
  const db = new GateDb(runtime.platform.idb)
  const gateUid = '0193a1b2-0000-7000-8000-000000000003'
  await db.keep('rules', await rulesOf())
  await db.keep('enrolment', { gateUid, place: PLACE, label: null, credential: 'credential', ended: false })
  const screen = await mountScreen(<GateScreen />, '/gate')
  await waitUntil(() => screen.button('Check') !== undefined)
  const shownAnswer = () => screen.element.querySelector('[data-verdict]')
  // The messages of an answer are not loaded in this test: its facts and buttons are found by their order.
  const lastFact = () => [...(shownAnswer()?.querySelectorAll('dd') ?? [])].at(-1)?.textContent
  const undoButton = () => [...(shownAnswer()?.querySelectorAll('button:not([lang])') ?? [])].at(1) as HTMLElement
  const enter = async (card: string) => {
    const entries = (await db.entries.count()) + 1
    type(screen.element.querySelector('input'), card)
    screen.press('Check')
    await waitUntil(async () => (await db.entries.count()) === entries, 'an entry')
    await waitUntil(() => shownAnswer() !== null && screen.button('Check')?.disabled === false, 'its answer')
  }
  await enter(CARDS[0])
  expect(lastFact()).toBe('')
  await enter(CARDS[1])
  await waitUntil(() => lastFact() === '2', 'a party of two')

  undoButton().click()
  const confirm = () => screen.element.querySelector<HTMLElement>('dialog button[type=submit]')
  await waitUntil(() => confirm() !== null, 'the dialog')
  confirm()?.click()
  await waitUntil(() => shownAnswer() === null, 'the undone entry to disappear')
  await enter(CARDS[2])
  expect(lastFact()).toBe('2')
  screen.unmount()
  db.close()
})
