// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { CameraState } from '#routes/-shared/camera/camera.ts'
import { CameraWindow } from '#routes/gate/-parts/cameraWindow.tsx'
import { mountScreen } from '../harness/screen.tsx'

/** What the scanner says of its camera, and which buttons it offers. */

const cameraOf = (state: CameraState, over: { cameras?: number; torch?: boolean | null } = {}) => ({
  state,
  engine: null,
  cameras: 1,
  torch: null,
  start: () => Promise.resolve(),
  stop: () => undefined,
  switchCamera: () => undefined,
  toggleTorch: () => Promise.resolve(),
  ...over,
})
const show = (camera: ReturnType<typeof cameraOf>) =>
  mountScreen(<CameraWindow camera={camera} host={{ current: null }} isOver={false} />, '/gate')

test.each([
  ['denied', 'Camera access was denied.'],
  ['busy', 'Another app is using the camera.'],
  ['none', 'No camera was found.'],
  ['lost', 'The camera stopped sending a picture.'],
  ['failed', 'The camera could not be started.'],
] as const)('a camera that is “%s” says why there is no picture, and can be started', async (state, reason) => {
  const screen = await show(cameraOf(state))
  expect(screen.element.querySelector('[role="alert"]')?.textContent).toContain(reason)
  expect(screen.button('Start the camera')).toBeDefined()
})

test('a camera that the device has paused continues by itself, so that nothing is to be pressed', async () => {
  const screen = await show(cameraOf('interrupted'))
  expect(screen.text()).toContain('The camera will start again by itself.')
  expect(screen.button('Start the camera')).toBeUndefined()
})

test('torch and choice of camera are offered where the device has them', async () => {
  const plain = await show(cameraOf('on'))
  expect([plain.button('Torch'), plain.button('Switch camera')]).toEqual([undefined, undefined])
  plain.unmount()
  const rich = await show(cameraOf('on', { cameras: 2, torch: true }))
  expect(rich.button('Torch')?.getAttribute('aria-pressed')).toBe('true')
  expect(rich.button('Switch camera')).toBeDefined()
  expect(rich.element.querySelector('[role="alert"]')).toBeNull()
})
