// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LoadingLine } from './skeleton.tsx'

let root: Root
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  document.body.innerHTML = '<div id="app"></div>'
  root = createRoot(document.getElementById('app') as HTMLElement)
})
afterEach(() => {
  flushSync(() => root.unmount())
  vi.runAllTimers()
  vi.useRealTimers()
})
const draw = (screen: React.ReactNode) => flushSync(() => root.render(screen))
const visibleCount = () =>
  [...document.querySelectorAll('span')].filter(({ textContent }) => textContent === 'Loading').length
const statusCount = () => document.querySelectorAll('[role=status] span').length

test.each([
  ['its screen takes it away', <p key="content">The content</p>],
  ['it is told that loading is over', <LoadingLine key="line" label="Loading" active={false} />],
])('an indicator that appeared stays for 200 ms when %s', (_how, after) => {
  draw(<LoadingLine key="line" label="Loading" />)
  vi.advanceTimersByTime(37)
  draw(after)
  expect([visibleCount(), statusCount()]).toEqual([1, 0])
  vi.advanceTimersByTime(162)
  expect(visibleCount()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(visibleCount()).toBe(0)
})

test('the content does not wait for the indicator, and a screen reader gets it once', () => {
  draw(<LoadingLine label="Loading" />)
  expect(statusCount()).toBe(1)
  draw(<p>The content</p>)
  expect(document.getElementById('app')?.textContent).toBe('The content')
  expect(document.querySelector('body > [aria-hidden=true]')?.textContent).toBe('Loading')
})

test('after 200 ms the indicator disappears at once', () => {
  draw(<LoadingLine label="Loading" />)
  vi.advanceTimersByTime(200)
  draw(<p>The content</p>)
  expect(visibleCount()).toBe(0)
})

test('no indicator is shown while nothing loads', () => {
  draw(<LoadingLine label="Loading" active={false} />)
  expect([visibleCount(), statusCount()]).toEqual([0, 0])
})
