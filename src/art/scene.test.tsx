// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { recordMovement } from './movement.ts'
import { Scene } from './scene.tsx'
import { PLACE_SPRITES, SPRITE } from '#contract/rules/sprites.gen.ts'

/** Reports, as the browser does, that the observed picture has come near the window. */
let comeNear: () => void

class FakeObserver {
  constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
    comeNear = () => callback([{ isIntersecting: true }])
  }
  observe(): void {}
  disconnect(): void {}
}

vi.stubGlobal('IntersectionObserver', FakeObserver)
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const draw = async (scene: ReactNode): Promise<Element> => {
  const container = document.createElement('div')
  document.body.append(container)
  await act(async () => createRoot(container).render(scene))
  return container
}
const hrefOf = (container: Element): string | null | undefined => container.querySelector('use')?.getAttribute('href')

test('a scene of the sprite is drawn at once, the picture of a place once it is near the window', async () => {
  expect(hrefOf(await draw(<Scene name="tower" />))).toBe(`${SPRITE}#tower`)
  const container = await draw(<Scene name="museum" place="hill-spa" />)
  expect(hrefOf(container)).toBeUndefined()
  await act(async () => comeNear())
  expect(hrefOf(container)).toBe(`${PLACE_SPRITES[1]}#hill-spa`)
})

test('while a ticket moves, no picture of a place is loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  recordMovement(promise)
  const container = await draw(<Scene name="museum" place="hill-spa" />)
  await act(async () => comeNear())
  expect(hrefOf(container)).toBeUndefined()
  await act(async () => resolve())
  expect(hrefOf(container)).toBe(`${PLACE_SPRITES[1]}#hill-spa`)
})
