// @vitest-environment jsdom
import { act, Suspense, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { loadDeferred } from '#data/deferred.ts'
import { lazyPart } from './lazyPart.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

test('a lazy part that fails to load leaves the page unchanged, and is rendered once it has loaded', async () => {
  let online = false
  const Part = lazyPart(() =>
    online ? Promise.resolve((): ReactNode => 'part') : Promise.reject(new TypeError('Failed to fetch')),
  )
  const element = document.createElement('div')
  const root = createRoot(element)
  const draw = () =>
    act(async () =>
      root.render(
        <Suspense>
          page <Part />
        </Suspense>,
      ),
    )
  await draw()
  expect(element.textContent).toBe('page ')
  online = true
  await loadDeferred()
  await draw()
  expect(element.textContent).toBe('page part')
  act(() => root.unmount())
})
