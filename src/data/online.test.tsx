// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { probeServer, useOnline } from './online.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

test('a page whose runtime is not loaded yet is online or offline as the browser says', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  const Line = (): ReactNode => String(useOnline())
  const element = document.createElement('div')
  const root = createRoot(element)
  act(() => root.render(<Line />))
  expect(element.textContent).toBe('true')
  for (const [event, expected] of [
    ['offline', false],
    ['online', true],
  ] as const) {
    onLine.mockReturnValue(expected)
    act(() => void window.dispatchEvent(new Event(event)))
    expect(element.textContent).toBe(String(expected))
  }
  act(() => root.unmount())
})

test.each<[string, () => Promise<Response>, boolean]>([
  ['our server answers', () => Promise.resolve(Response.json({ alive: true })), true],
  ['nothing answers', () => Promise.reject(new TypeError('Failed to fetch')), false],
  ['a portal answers with its page', () => Promise.resolve(new Response('<html>')), false],
  ['a proxy answers with a fault', () => Promise.resolve(Response.json({}, { status: 502 })), false],
])(
  'before the runtime is loaded, a probe while the browser is online and %s is a request',
  async (_, answer, expected) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    const request = vi.fn<typeof fetch>(answer)
    vi.stubGlobal('fetch', request)
    expect(await probeServer()).toBe(expected)
    expect(request).toHaveBeenCalledOnce()
  },
)
