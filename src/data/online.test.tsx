// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { useOnline } from './online.ts'

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
