import type { ReactNode } from 'react'
import type { Catalogue } from '#contract/calls/main.ts'
import type { Course } from '#contract/calls/recommendTour.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { openWithPeer } from './setup.ts'
import { SHOP } from './shopFixtures.ts'

/** A city in small: courses over the places of `SHOP`, and screens that read it from a server that answers it. */

const course = (id: string, gdsUids: string[][], rest: Partial<Course> = {}): Course => ({
  id,
  name: `Course ${id}`,
  summary: `Summary of ${id}.`,
  companion: 'solo',
  companionText: 'Solo',
  length: 'day',
  lengthText: 'Day trip',
  scene: 'harbour',
  days: gdsUids.map((uids, index) => ({ day: index + 1, gdsUids: uids })),
  ...rest,
})
export const CITY: Catalogue = {
  ...SHOP,
  attractions: SHOP.attractions.map((place, index) => ({ ...place, lat: 35.1 + index / 100 })),
  courses: [
    course('coast', [['deck', 'sea', 'museum']]),
    course('old', [['museum', 'village']], { companion: 'family', companionText: 'Family' }),
    course('long', [['deck', 'spa'], ['sea']], { length: '1n2d', lengthText: '2 days, 1 night' }),
  ],
}

type Answers = readonly (readonly [path: RegExp, data: unknown])[]

/** Opens a browser whose server answers the catalogue `city` and `answers`. */
export const openCity = async (answers: Answers = [], city: Catalogue = CITY) => {
  const opened = openWithPeer()
  const { network } = opened
  network.fault(/GET .*catalogue/, async () => answer(200, '200', city), Infinity)
  for (const [path, data] of answers) network.fault(path, async () => answer(200, '200', data), Infinity)
  const tab = await opened.browser.tab()
  replaceRuntime(tab.runtime)
  return {
    ...opened,
    tab,
    show: (screen: ReactNode, address?: string) => mountScreen(screen, address),
    lose: async () => {
      network.down(true)
      await tab.runtime.online.probe()
    },
  }
}

/** Opens a browser without a server, with nothing stored. */
export const openNowhere = async () => {
  const opened = openWithPeer()
  opened.network.down(true)
  const tab = await opened.browser.tab()
  await tab.runtime.online.probe()
  replaceRuntime(tab.runtime)
  return { ...opened, tab, show: (screen: ReactNode) => mountScreen(screen) }
}

/** Returns a page of a list as the server answers it. */
export const pageOf = <T,>(list: readonly T[]) => ({ list, pageNum: 1, pageSize: 50, total: list.length })
