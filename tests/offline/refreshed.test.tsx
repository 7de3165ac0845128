// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openWithPeer } from './setup.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

/** Renders `useRefreshed` in a page whose runtime is not loaded; `refresh` counts. */
const openScreen = async () => {
  vi.resetModules()
  const { replaceRuntime } = await import('#data/runtime.ts')
  const { useRefreshed } = await import('#data/view.ts')
  const refresh = vi.fn<() => void>()
  function Screen({ on }: { on: string }): ReactNode {
    useRefreshed(refresh, on)
    return null
  }
  const root = createRoot(document.createElement('div'))
  const render = (on: string) => act(async () => root.render(<Screen on={on} />))
  const unmount = () => act(async () => root.unmount())
  await render('mina')
  return { refresh, replaceRuntime, render, unmount }
}

test('a screen that is older than the runtime refreshes again when it is loaded, and whenever the page is visible again', async () => {
  const { refresh, replaceRuntime, unmount } = await openScreen()
  expect(refresh).toHaveBeenCalledTimes(1)
  const tab = await openWithPeer().browser.tab()
  await act(async () => replaceRuntime(tab.runtime))
  expect(refresh).toHaveBeenCalledTimes(2)
  tab.fire('visible')
  expect(refresh).toHaveBeenCalledTimes(3)
  await unmount()
  tab.fire('visible')
  expect(refresh).toHaveBeenCalledTimes(3)
})

test('a screen that opens after the runtime was loaded refreshes once, and again for another owner', async () => {
  const first = await openScreen()
  const tab = await openWithPeer().browser.tab()
  await act(async () => first.replaceRuntime(tab.runtime))
  first.refresh.mockClear()
  await first.render('mina')
  expect(first.refresh).not.toHaveBeenCalled()
  await first.render('haru')
  expect(first.refresh).toHaveBeenCalledTimes(1)
  onTestFinished(first.unmount)
})
