import type { Gift } from '#contract/calls/gift.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { START } from '../harness/clock.ts'
import { GIFT, PASS } from './fixtures.ts'
import { openWithPeer, person, waitForFirstPulls } from './setup.ts'

/** The pass of “mina” as a gift for whoever accepts it first; each test adds the link. */
export const GIFT_BY_LINK: Gift = {
  ...GIFT,
  sender: { id: '', name: 'Mina Lee' },
  recipient: { id: '' },
  sentAt: START,
}

/** Opens the phone of “mina”, who has a pass, and makes it the runtime of screens. */
export const openWithPass = async () => {
  const opened = openWithPeer()
  opened.peer.passes.set('mina', [PASS])
  const tab = await opened.browser.tab()
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  replaceRuntime(tab.runtime)
  return { ...opened, tab }
}
