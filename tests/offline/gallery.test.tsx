// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Photo } from '#contract/calls/photo.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { Gallery } from '#routes/-shared/gallery/gallery.tsx'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openWithPeer } from './setup.ts'

/** The photos of a record before its drawing, which stays when no photo can be had. */

const photo = (nth: number, size = { width: 1_600, height: 1_000 }): Photo => ({
  photoUid: `0193f3a0-0000-7000-8000-00000000000${nth}`,
  alt: `View ${nth}`,
  credit: `Kim ${nth}`,
  widths: [480, 960, size.width],
  color: '#123456',
  ...size,
})

let opened: ReturnType<typeof openWithPeer>
let probe: () => Promise<unknown>
beforeEach(async () => {
  opened = openWithPeer()
  const tab = await opened.browser.tab()
  replaceRuntime(tab.runtime)
  probe = () => tab.runtime.online.probe()
})
afterEach(() => {
  vi.restoreAllMocks()
})

const mount = async (photos: Photo[]) => {
  const screen = await mountScreen(
    <Gallery photos={photos}>
      <svg data-drawing />
    </Gallery>,
  )
  const images = () => [...screen.element.querySelectorAll('img')]
  const fail = (index: number) => flushSync(() => images()[index]?.dispatchEvent(new Event('error')))
  return { ...screen, images, fail, drawings: () => screen.element.querySelectorAll('[data-drawing]').length }
}

test('photos come before the drawing, each with its text, its credit, its size and both formats', async () => {
  const { images, element, drawings, text } = await mount([photo(1), photo(2, { width: 700, height: 900 })])
  expect(images().map((image) => [image.alt, image.width, image.height, image.getAttribute('loading')])).toEqual([
    ['View 1', 1_600, 1_000, 'lazy'],
    ['View 2', 700, 900, 'lazy'],
  ])
  const sources = [...element.querySelectorAll<HTMLSourceElement>('li:first-child source')]
  expect(sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp'])
  const at = `/photos/${photo(1).photoUid}`
  expect(sources[0]?.srcset).toBe(`${at}/480.avif 480w, ${at}/960.avif 960w, ${at}/1600.avif 1600w`)
  expect(images()[0]?.getAttribute('src')).toBe(`${at}/1600.webp`)
  expect([...element.querySelectorAll('figcaption')].map((each) => each.textContent)).toEqual([
    'Photo: Kim 1',
    'Photo: Kim 2',
  ])
  expect(element.querySelector('li:last-child [data-drawing]')).not.toBeNull()
  expect([drawings(), text().includes('1 of 3')]).toEqual([1, true])
})

test('two quick presses of “Next picture” move two pictures, although the first scroll is still under way', async () => {
  const { element, press } = await mount([photo(1), photo(2), photo(3)])
  const track = element.querySelector('ul')
  if (!track) throw new Error('no pictures')
  for (const [index, slide] of [...track.children].entries())
    Object.defineProperty(slide, 'offsetLeft', { value: index * 100 })
  const lefts: unknown[] = []
  track.scrollTo = ((options: ScrollToOptions) => lefts.push(options.left)) as typeof track.scrollTo
  press('Next picture')
  press('Next picture')
  press('Previous picture')
  expect(lefts).toEqual([100, 200, 100])
})

test('a photo that cannot be loaded is left out, and without any photo the drawing stays alone', async () => {
  const { images, fail, drawings, element, text } = await mount([photo(1), photo(2)])
  fail(0)
  expect(images().map(({ alt }) => alt)).toEqual(['View 2'])
  expect(text()).toContain('1 of 2')
  fail(0)
  expect([images().length, drawings(), element.querySelectorAll('button, li').length]).toEqual([0, 1, 0])
})

test('photos that failed without a connection are tried again with one', async () => {
  const { images, fail } = await mount([photo(1)])
  fail(0)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  opened.network.down(true)
  await probe()
  expect(images()).toHaveLength(0)
  vi.restoreAllMocks()
  opened.network.down(false)
  await probe()
  await waitUntil(() => images().length === 1, 'the photo')
})
