// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'

/** Returns how the page can be installed in this browser. */
const wayOf = async (userAgent: string, maxTouchPoints: number, isInstalled: boolean): Promise<string> => {
  vi.resetModules()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints })
  vi.stubGlobal('matchMedia', () => ({ matches: isInstalled }))
  const { useInstall, watchInstall } = await import('./install.ts')
  watchInstall()
  const place = document.createElement('div')
  const Way = (): ReactNode => useInstall().way
  const root = createRoot(place)
  act(() => root.render(<Way />))
  const way = place.textContent
  act(() => root.unmount())
  return way
}

test.each([
  ['a Mac', MAC, 0, 'none'],
  ['a Mac with a touch bar', MAC, 1, 'none'],
  ['an iPad, which says that it is a Mac', MAC, 2, 'share'],
  ['an iPhone', IPHONE, 5, 'share'],
])('%s gets the right way to install', async (_name, userAgent, touches, way) => {
  expect(await wayOf(userAgent, touches, false)).toBe(way)
})

test('an iPhone that shows the installed application offers nothing', async () => {
  expect(await wayOf(IPHONE, 5, true)).toBe('none')
})
