// @vitest-environment jsdom
import { act, Suspense, useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { loadDeferred, setTexts } from '#data/deferred.ts'
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

test('a lazy part that was fetched while it is shown keeps its state when its parent renders again', async () => {
  let mounts = 0
  const Counted = ({ label }: { label: string }): ReactNode => {
    const [nth] = useState(() => (mounts += 1))
    return `${label} ${nth}`
  }
  const Part = lazyPart(() => Promise.resolve(Counted))
  const element = document.createElement('div')
  const root = createRoot(element)
  const draw = (label: string) => act(async () => root.render(<Part label={label} />))
  await draw('first')
  expect(element.textContent).toBe('first 1')
  await draw('second')
  expect(element.textContent).toBe('second 1')
  act(() => root.unmount())
})

test('a lazy part is rendered once its texts are loaded, not before', async () => {
  const texts = Promise.withResolvers<void>()
  setTexts(() => texts.promise)
  const Part = lazyPart(() => Promise.resolve((): ReactNode => 'part'))
  const element = document.createElement('div')
  const root = createRoot(element)
  await act(async () => root.render(<Part />))
  expect(element.textContent).toBe('')
  await act(async () => texts.resolve())
  expect(element.textContent).toBe('part')
  act(() => root.unmount())
})
