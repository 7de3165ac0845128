// @vitest-environment jsdom
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { FilmButton } from '#routes/-shared/film/filmButton.tsx'
import { FilmDialog } from '#routes/-shared/film/filmDialog.tsx'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openWithPeer } from './setup.ts'

/** The film in its dialog (spec 2.77): started by the visitor alone, with captions in each language. */

const FOLDER = 'public/film'
afterEach(() => {
  vi.restoreAllMocks()
})

const open = async () => {
  const opened = openWithPeer()
  const tab = await opened.browser.tab()
  replaceRuntime(tab.runtime)
  const goOffline = async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    opened.network.down(true)
    await tab.runtime.online.probe()
  }
  return { goOffline }
}
const nothing = () => undefined

test('the film waits for the visitor, fetches nothing before, and has the captions of the page on', async () => {
  await open()
  const screen = await mountScreen(<FilmDialog open onClose={nothing} />, '/', 'ko')
  const film = screen.element.querySelector('video')
  expect([film?.autoplay, film?.preload, film?.controls, film?.getAttribute('poster')]).toEqual([
    false,
    'none',
    true,
    '/film/one-day.jpg',
  ])
  const tracks = [...screen.element.querySelectorAll('track')]
  expect(tracks.map(({ src }) => src)).toEqual(LOCALES.map((each) => expect.stringContaining(`one-day.${each}.vtt`)))
  expect(tracks.filter((track) => track.default).map(({ srclang }) => srclang)).toEqual(['ko'])
})

test('the button opens the dialog, and closing it takes the film away', async () => {
  await open()
  const screen = await mountScreen(<FilmButton />)
  expect(screen.element.querySelector('video')).toBeNull()
  screen.press('Watch “One day in Busan” (20 s)')
  await waitUntil(() => screen.element.querySelector('dialog video') !== null, 'the film')
  screen.press('Close')
  await waitUntil(() => screen.element.querySelector('video') === null, 'the closed dialog')
})

test('without a connection the dialog says that the film needs one, but a film that has begun goes on', async () => {
  const { goOffline } = await open()
  const playing = await mountScreen(<FilmDialog open onClose={nothing} />)
  playing.element.querySelector('video')?.dispatchEvent(new Event('play'))
  await goOffline()
  const screen = await mountScreen(<FilmDialog open onClose={nothing} />)
  await waitUntil(
    () => screen.text().includes('You are offline. You need a connection to watch the film.'),
    'the sentence',
  )
  expect(screen.element.querySelector('video')).toBeNull()
  expect(playing.element.querySelector('video')).not.toBeNull()
})

test('a film that cannot be loaded can be tried again', async () => {
  await open()
  const screen = await mountScreen(<FilmDialog open onClose={nothing} />)
  screen.element.querySelector('video')?.dispatchEvent(new Event('error'))
  await waitUntil(() => screen.text().includes('Could not load the film.'), 'the sentence')
  screen.press('Try again')
  expect(screen.element.querySelector('video')).not.toBeNull()
})

test('the files of the film are small, and its captions have the same times in each language', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(
    ['one-day.jpg', 'one-day.mp4', ...LOCALES.map((each) => `one-day.${each}.vtt`)].toSorted(),
  )
  expect(statSync(`${FOLDER}/one-day.mp4`).size).toBeLessThan(600_000)
  expect(statSync(`${FOLDER}/one-day.jpg`).size).toBeLessThan(60_000)
  const timesOf = (locale: string) =>
    readFileSync(`${FOLDER}/one-day.${locale}.vtt`, 'utf8')
      .split('\n')
      .filter((line) => line.includes('-->'))
  expect(timesOf('en')).toHaveLength(5)
  for (const locale of LOCALES) expect([locale, timesOf(locale)]).toEqual([locale, timesOf('en')])
})
