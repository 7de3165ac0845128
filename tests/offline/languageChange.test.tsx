// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { HEADER_LANGUAGE } from '#contract/envelope.ts'
import { LANGUAGE_CODE, type Locale } from '#contract/locales.ts'
import { waitUntil } from '../harness/tabs.ts'
import { openWithPeer, person, waitForFirstPulls } from './setup.ts'

/** The member's lists on the screen after a change of the language. */

const KOREAN = LANGUAGE_CODE.ko

/** Mina with her reservations on the screen; `languages` are those in which they were fetched. */
const openReservations = async (options: Parameters<typeof openWithPeer>[0] = {}) => {
  vi.resetModules()
  const { replaceRuntime, languageChanges } = await import('#data/runtime.ts')
  const { useReservations } = await import('#data/reservations.ts')
  const { browser, network } = openWithPeer(options)
  let locale: Locale = 'en'
  const tab = await browser.tab({ locale: () => locale })
  replaceRuntime(tab.runtime)
  const languages: (string | null)[] = []
  let held = Promise.resolve()
  const record = (request: Request, pass: () => Promise<Response>) => {
    languages.push(request.headers.get(HEADER_LANGUAGE))
    return held.then(pass)
  }
  network.fault(/reserve\/list/, record, Number.POSITIVE_INFINITY)
  await person(tab).signIn('mina')
  if (options.isStorageRefused !== true) await waitForFirstPulls(tab)
  await waitUntil(() => network.underWay() === 0)
  function Screen(): ReactNode {
    useReservations()
    return null
  }
  const root = createRoot(document.createElement('div'))
  flushSync(() => root.render(<Screen />))
  onTestFinished(() => root.unmount())
  await waitUntil(() => languages.length > 0)
  await waitUntil(() => network.underWay() === 0)
  const choose = (next: Locale) => {
    locale = next
    languageChanges.set(languageChanges.get() + 1)
  }
  /** Holds the answers of reservations until the returned function is called. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return resolve
  }
  return { network, tab, languages, choose, hold }
}

test.each([false, true])(
  'a change of the language fetches the names on the screen at once, also within 10 s of the last round, with refused storage: %s (M33, M15, M23)',
  async (isStorageRefused) => {
    const { languages, choose } = await openReservations({ isStorageRefused })
    expect(languages).toEqual([LANGUAGE_CODE.en])
    choose('ko')
    await waitUntil(() => languages.length === 2, 'the reservations in the new language')
    expect(languages).toEqual([LANGUAGE_CODE.en, KOREAN])
  },
)

test('a change of the language during a round is followed by another one (M33, M16)', async () => {
  const { network, tab, languages, choose } = await openReservations()
  const held = network.hold(/\/sync/)
  const pulled = tab.runtime.pulls.pullChanges(true)
  await held.arrived
  choose('ko')
  held.release()
  await pulled
  await waitUntil(() => languages.at(-1) === KOREAN, 'the reservations in the new language')
})

test('with refused storage, a change of the language during the pull of a part is followed by another one (M33, S18)', async () => {
  const { tab, languages, choose, hold } = await openReservations({ isStorageRefused: true })
  const release = hold()
  const pulled = tab.runtime.pulls.pull('reservations', true)
  await waitUntil(() => languages.length === 2)
  choose('ko')
  release()
  await pulled
  await waitUntil(() => languages.at(-1) === KOREAN, 'the reservations in the new language')
})
