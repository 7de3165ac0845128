// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OpenRequest } from './engine.ts'
import { createFrameEngine, type Decoder } from './frameEngine.ts'
import { html5Engine } from './html5Engine.ts'

/** Both kinds of engine, html5-qrcode itself included, with a browser's camera that the test controls. */

interface Track {
  readyState: 'live' | 'ended'
  stop: () => void
}

class FakeStream {
  readonly #tracks: Track[] = []
  constructor() {
    const track: Track = { readyState: 'live', stop: () => (track.readyState = 'ended') }
    this.#tracks.push(track)
  }
  getTracks = () => this.#tracks
  getVideoTracks = () => [...this.#tracks]
  removeTrack = () => undefined
}

let streams: FakeStream[]
/** Lets the pending `getUserMedia` answer. */
let answer: (() => void) | undefined
let host: HTMLElement
const liveTracks = () =>
  streams.flatMap((stream) => stream.getTracks()).filter(({ readyState }) => readyState === 'live').length

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  streams = []
  answer = undefined
  host = document.body.appendChild(document.createElement('div'))
  vi.stubGlobal('MediaStream', FakeStream)
  const getUserMedia = () =>
    new Promise<FakeStream>((resolve) => {
      answer = () => {
        const stream = new FakeStream()
        streams.push(stream)
        resolve(stream)
      }
    })
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
  Object.assign(HTMLMediaElement.prototype, { play: () => Promise.resolve() })
  for (const [name, value] of Object.entries({ readyState: 4, videoWidth: 640, videoHeight: 480 }))
    Object.defineProperty(HTMLVideoElement.prototype, name, { value, configurable: true })
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => ({ drawImage: () => undefined }) })
})
afterEach(() => {
  host.remove()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const requestOf = (signal: AbortSignal, over: Partial<OpenRequest> = {}): OpenRequest => ({
  host,
  constraints: {},
  signal,
  onText: () => undefined,
  onFailure: () => undefined,
  ...over,
})
const engineOf = (decode: Decoder['decode']) =>
  createFrameEngine({
    name: 'qr',
    isAvailable: () => Promise.resolve(true),
    preload: () => Promise.resolve(),
    createDecoder: () => ({ decode, close: () => undefined }),
  })
const settle = () => vi.advanceTimersByTimeAsync(0)

test.each([
  ['frame engine', engineOf(() => Promise.resolve(null))],
  ['html5-qrcode', html5Engine],
])('%s: a camera that comes after the start was cancelled is stopped', async (_name, engine) => {
  const cancel = new AbortController()
  const opening = engine.open(requestOf(cancel.signal)).catch((error: unknown) => error)
  await expect.poll(() => answer).toBeDefined()
  await vi.dynamicImportSettled()
  await settle()
  cancel.abort()
  answer?.()
  await settle()
  expect(await opening).toMatchObject({ name: 'AbortError' })
  expect(streams).toHaveLength(1)
  expect(liveTracks()).toBe(0)
  expect(host.childElementCount).toBe(0)
})

test('a frame engine gives the texts that it reads, until it is closed', async () => {
  const texts: string[] = []
  const opening = engineOf(() => Promise.resolve('code')).open(
    requestOf(new AbortController().signal, { onText: (text) => texts.push(text) }),
  )
  answer?.()
  const camera = await opening
  await vi.advanceTimersByTimeAsync(1_000)
  expect(texts.length).toBeGreaterThan(5)
  expect(liveTracks()).toBe(1)
  camera.close()
  const count = texts.length
  await vi.advanceTimersByTimeAsync(1_000)
  expect(texts).toHaveLength(count)
  expect(liveTracks()).toBe(0)
})

test('a decoder that fails three frames in a row is given up, and one that fails now and then is not', async () => {
  let failures = 0
  let frames = 0
  let isBroken = false
  const decode = () => {
    frames += 1
    return isBroken || frames % 3 > 0 ? Promise.reject(new Error('no frame')) : Promise.resolve(null)
  }
  const opening = engineOf(decode).open(requestOf(new AbortController().signal, { onFailure: () => (failures += 1) }))
  answer?.()
  const camera = await opening
  await vi.advanceTimersByTimeAsync(2_000)
  expect(failures).toBe(0)
  isBroken = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(failures).toBe(1)
  camera.close()
})
