// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCamera, FROZEN_MS, type Camera, type CameraView } from './camera.ts'
import type { EngineName, OpenRequest, ScanEngine } from './engine.ts'

/** The life of the camera with engines of fake tracks: whatever happens, no live track is left. */

interface Track extends EventTarget {
  readyState: 'live' | 'ended'
}

let tracks: Track[]
let camera: Camera | undefined
let view: CameraView
let texts: string[]
let devices: EventTarget & { enumerateDevices: () => Promise<Partial<MediaDeviceInfo>[]> }

const liveTracks = () => tracks.filter(({ readyState }) => readyState === 'live').length

/** A camera of the browser: `getUserMedia` and a video whose frames the test counts. */
const openTrack = (id: string, isTorch = false) => {
  const track = Object.assign(new EventTarget(), {
    readyState: 'live' as const,
    getCapabilities: () => (isTorch ? { torch: true } : {}),
    getSettings: () => ({ deviceId: id }),
    applyConstraints: vi.fn(() => Promise.resolve()),
  }) as unknown as Track & MediaStreamTrack
  tracks.push(track)
  return track
}

interface Fake extends ScanEngine {
  requests: OpenRequest[]
  /** Lets the pending `open` continue. */
  proceed: () => void
  moving: boolean
}
const engineOf = (
  name: EngineName,
  { fails, waits = false, torch = false }: { fails?: () => unknown; waits?: boolean; torch?: boolean } = {},
): Fake => {
  let proceed = () => undefined as void
  const engine: Fake = {
    name,
    requests: [],
    moving: true,
    proceed: () => proceed(),
    isAvailable: () => Promise.resolve(true),
    preload: () => Promise.resolve(),
    open: async (request) => {
      engine.requests.push(request)
      const error = fails?.()
      if (error) throw error
      if (waits) await new Promise<void>((resolve) => (proceed = resolve))
      const { deviceId } = request.constraints as { deviceId?: { exact: string } }
      const track = openTrack(deviceId?.exact ?? 'back', torch)
      const video = {
        get currentTime() {
          return engine.moving ? performance.now() : 0
        },
      } as HTMLVideoElement
      return { track, video, close: () => Object.assign(track, { readyState: 'ended' }) }
    },
  }
  return engine
}

const open = (...engines: ScanEngine[]) => openFor(true, engines)
const openFor = (isResumed: boolean, engines: ScanEngine[]) => {
  camera = createCamera({
    host: document.createElement('div'),
    engines,
    onText: (text) => texts.push(text),
    onChange: (next) => (view = next),
    isResumed,
  })
  return camera
}
const setVisibility = (state: 'hidden' | 'visible') => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  tracks = []
  texts = []
  localStorage.clear()
  devices = Object.assign(new EventTarget(), {
    enumerateDevices: () =>
      Promise.resolve([
        { kind: 'videoinput' as const, deviceId: 'back' },
        { kind: 'videoinput' as const, deviceId: 'front' },
        { kind: 'audioinput' as const, deviceId: 'microphone' },
      ]),
  })
  Object.defineProperty(navigator, 'mediaDevices', { value: devices, configurable: true })
})
afterEach(() => {
  camera?.dispose()
  expect(liveTracks()).toBe(0)
  vi.useRealTimers()
})

test('a camera that is stopped while it starts is closed once it opens', async () => {
  const engine = engineOf('qr', { waits: true })
  const { start, stop } = open(engine)
  const starting = start()
  await settle()
  stop()
  engine.proceed()
  await starting
  expect(tracks).toHaveLength(1)
  expect(liveTracks()).toBe(0)
  expect(view.state).toBe('off')
})

test('a screen that goes while the camera starts leaves no live track', async () => {
  const engine = engineOf('qr', { waits: true })
  const { start, dispose } = open(engine)
  const starting = start()
  await settle()
  dispose()
  engine.proceed()
  await starting
  expect(tracks).toHaveLength(1)
})

test('a camera that is started twice is opened once', async () => {
  const { start } = open(engineOf('qr'))
  await Promise.all([start(), start()])
  await start()
  expect(liveTracks()).toBe(1)
})

test.each([
  [new DOMException('', 'NotAllowedError'), 'denied'],
  [new DOMException('', 'NotReadableError'), 'busy'],
  [new DOMException('', 'NotFoundError'), 'none'],
  ['Error getting userMedia, error = NotAllowedError: Permission denied', 'denied'],
] as const)('%s is reported as “%s”, and no other engine is tried', async (error, state) => {
  const second = engineOf('html5-qrcode')
  const { start } = open(engineOf('qr', { fails: () => error }), second)
  await start()
  expect(view.state).toBe(state)
  expect(second.requests).toHaveLength(0)
})

test('an engine that fails to open is replaced by the next', async () => {
  const { start } = open(engineOf('qr', { fails: () => new Error('no such script') }), engineOf('html5-qrcode'))
  await start()
  expect(view).toMatchObject({ state: 'on', engine: 'html5-qrcode' })
})

test('an engine that fails while it reads is replaced by the next, and its late reading is ignored', async () => {
  const first = engineOf('qr')
  const { start } = open(first, engineOf('html5-qrcode'))
  await start()
  first.requests[0]?.onText('one')
  first.requests[0]?.onFailure()
  await settle()
  first.requests[0]?.onText('late')
  expect(view).toMatchObject({ state: 'on', engine: 'html5-qrcode' })
  expect(texts).toEqual(['one'])
  expect(liveTracks()).toBe(1)
})

test('a hidden page closes the camera, and a visible one opens it again', async () => {
  await open(engineOf('qr')).start()
  setVisibility('hidden')
  expect(liveTracks()).toBe(0)
  expect(view.state).toBe('paused')
  setVisibility('visible')
  await settle()
  expect(view.state).toBe('on')
})

test('a camera that staff stopped stays off when the page is visible again', async () => {
  const { start, stop } = open(engineOf('qr'))
  await start()
  stop()
  setVisibility('hidden')
  setVisibility('visible')
  await settle()
  expect(view.state).toBe('off')
})

test('an unplugged camera is reported, and starts again when a device appears', async () => {
  await open(engineOf('qr')).start()
  tracks[0]?.dispatchEvent(new Event('ended'))
  expect(view.state).toBe('lost')
  expect(liveTracks()).toBe(0)
  devices.dispatchEvent(new Event('devicechange'))
  await settle()
  expect(view.state).toBe('on')
})

test('while the device takes the picture away, the camera is interrupted, and not restarted', async () => {
  const engine = engineOf('qr')
  await open(engine).start()
  tracks[0]?.dispatchEvent(new Event('mute'))
  expect(view.state).toBe('interrupted')
  engine.moving = false
  await vi.advanceTimersByTimeAsync(10 * FROZEN_MS)
  engine.moving = true
  tracks[0]?.dispatchEvent(new Event('unmute'))
  await vi.advanceTimersByTimeAsync(10 * FROZEN_MS)
  expect(view.state).toBe('on')
  expect(engine.requests).toHaveLength(1)
})

test('a camera whose picture stands still is restarted twice, then reported', async () => {
  const engine = engineOf('qr')
  await open(engine).start()
  await vi.advanceTimersByTimeAsync(10 * FROZEN_MS)
  expect(engine.requests).toHaveLength(1)
  engine.moving = false
  await vi.advanceTimersByTimeAsync(10 * FROZEN_MS)
  expect(engine.requests).toHaveLength(3)
  expect(view.state).toBe('lost')
  expect(liveTracks()).toBe(0)
})

test('switching opens the next camera, and remembers it', async () => {
  const engine = engineOf('qr')
  const { start, switchCamera } = open(engine)
  await start()
  await settle()
  expect(view.cameras).toBe(2)
  switchCamera()
  await settle()
  expect(engine.requests.at(-1)?.constraints).toMatchObject({ deviceId: { exact: 'front' } })
  expect(liveTracks()).toBe(1)
})

test('a chosen camera that is gone is forgotten, and another one opens', async () => {
  localStorage.setItem('hp-gate-camera-id', 'gone')
  let isFirst = true
  const fails = () => {
    const error = isFirst ? new DOMException('', 'OverconstrainedError') : null
    isFirst = false
    return error
  }
  const engine = engineOf('qr', { fails })
  await open(engine).start()
  expect(view.state).toBe('on')
  expect(engine.requests.at(-1)?.constraints).toMatchObject({ facingMode: 'environment' })
})

test('the torch is offered where the track has one', async () => {
  const { start, toggleTorch } = open(engineOf('qr', { torch: true }))
  await start()
  expect(view.torch).toBe(false)
  await toggleTorch()
  expect(view.torch).toBe(true)
})

test('the camera starts by itself only when it was on before', async () => {
  const first = open(engineOf('qr'))
  await first.resume()
  expect(tracks).toHaveLength(0)
  await first.start()
  first.dispose()
  const second = open(engineOf('qr'))
  await second.resume()
  expect(view.state).toBe('on')
  second.stop()
  await open(engineOf('qr')).resume()
  expect(liveTracks()).toBe(0)
})

test('a camera that is not to be resumed leaves no trace in the storage of the next screen', async () => {
  await openFor(false, [engineOf('qr')]).start()
  await settle()
  expect(view.state).toBe('on')
  expect(localStorage.getItem('hp-gate-camera')).toBeNull()
})
