import type { EngineName, OpenCamera, ScanEngine } from './engine.ts'

/**
 * The camera of the scanner, without React.
 *
 * off → starting → on ⇄ interrupted (the device takes the picture away)
 *        ↓  ↑       ↓
 *        ↓  paused ← (the page is hidden; it starts again when the page is visible)
 *        denied | busy | none | lost | failed
 */
export type CameraState =
  | 'off'
  | 'starting'
  | 'on'
  | 'paused'
  | 'interrupted'
  /** Without the permission. */
  | 'denied'
  /** Another application uses it. */
  | 'busy'
  | 'none'
  /** It ended while it was on: unplugged, or its picture stood still. */
  | 'lost'
  /** No engine works. */
  | 'failed'

export interface CameraView {
  state: CameraState
  engine: EngineName | null
  /** Number of cameras of this device; 0 until one has started. */
  cameras: number
  /** Null where the camera has no torch. */
  torch: boolean | null
}

export interface Camera {
  /** Starts the camera; no-op while it starts or is on. */
  start: () => Promise<void>
  /** Stops it at a person's request: it will not start by itself next time. */
  stop: () => void
  switchCamera: () => void
  toggleTorch: () => Promise<void>
  /** Starts it when it was on last time and the permission still holds. */
  resume: () => Promise<void>
  dispose: () => void
}

interface Deps {
  host: HTMLElement
  engines: readonly ScanEngine[]
  onText: (text: string) => void
  onChange: (view: CameraView) => void
  /** Stores that the camera is on, so that `resume` starts it the next time. */
  isResumed: boolean
}

export const INITIAL_VIEW: CameraView = { state: 'off', engine: null, cameras: 0, torch: null }

/** The camera was on when this screen was last shown. */
const ON_KEY = 'hp-gate-camera'
/** The camera that staff chose. */
const CHOICE_KEY = 'hp-gate-camera-id'
const WATCH_MS = 1_000
/** Time without a new frame after which the picture counts as frozen. */
export const FROZEN_MS = 4_000
/** Restarts of a frozen picture in a row. */
const RESTARTS_MAX = 2

const remember = (key: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // not stored: staff start or choose the camera again after a reload
  }
}
const recall = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Returns the state that an error of a start means; null when it is a fault of the engine, not of the camera. */
const stateOfError = (error: unknown): CameraState | null => {
  // html5-qrcode rejects with a text that contains the name of the browser's error.
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error)
  if (/NotAllowed|Permission|Security/.test(text)) return 'denied'
  if (/NotReadable|TrackStart|AbortError/.test(text)) return 'busy'
  if (/NotFound|DevicesNotFound|Overconstrained|not supported|mediaDevices/.test(text)) return 'none'
  return null
}

const isPermitted = async (): Promise<boolean> => {
  try {
    return (await navigator.permissions.query({ name: 'camera' })).state !== 'denied'
  } catch {
    return true // the browser cannot tell; a start asks again at worst
  }
}

/** Creates the camera that shows its picture in `host`. Call `dispose` when the screen goes. */
export const createCamera = ({ host, engines, onText, onChange, isResumed }: Deps): Camera => {
  let view = INITIAL_VIEW
  let opened: OpenCamera | null = null
  let attempt: AbortController | null = null
  let watch: ReturnType<typeof setInterval> | undefined
  let restarts = 0
  let isDisposed = false
  const failedEngines = new Set<EngineName>()
  const set = (change: Partial<CameraView>) => {
    view = { ...view, ...change }
    if (!isDisposed) onChange(view)
  }

  const close = (state: CameraState) => {
    attempt?.abort()
    attempt = null
    clearInterval(watch)
    const closing = opened
    opened = null
    closing?.close()
    set({ state, torch: null })
  }
  const restart = () => {
    close('starting')
    void start()
  }

  const watchPicture = ({ video }: OpenCamera) => {
    let [place, movedAt] = [video.currentTime, performance.now()]
    watch = setInterval(() => {
      const now = performance.now()
      if (video.currentTime !== place) [place, movedAt, restarts] = [video.currentTime, now, 0]
      else if (view.state === 'interrupted') movedAt = now
      else if (now - movedAt >= FROZEN_MS) {
        restarts += 1
        if (restarts > RESTARTS_MAX) close('lost')
        else restart()
      }
    }, WATCH_MS)
  }

  const watchTrack = (camera: OpenCamera) => {
    const { track } = camera
    const whileOpen = (act: () => void) => () => {
      if (opened === camera) act()
    }
    track.addEventListener(
      'ended',
      whileOpen(() => close('lost')),
    )
    track.addEventListener(
      'mute',
      whileOpen(() => set({ state: 'interrupted' })),
    )
    track.addEventListener(
      'unmute',
      whileOpen(() => set({ state: 'on' })),
    )
    watchPicture(camera)
    const capabilities: MediaTrackCapabilities & { torch?: boolean } = track.getCapabilities?.() ?? {}
    set({ state: 'on', torch: capabilities.torch ? false : null })
    if (isResumed) remember(ON_KEY, 'on')
    void camerasOf().then((ids) => opened === camera && set({ cameras: ids.length }))
  }

  const open = (engine: ScanEngine, { signal }: AbortController): Promise<OpenCamera> => {
    const chosen = recall(CHOICE_KEY)
    const cameraConstraint: MediaTrackConstraints = chosen
      ? { deviceId: { exact: chosen } }
      : { facingMode: 'environment' }
    return engine.open({
      host,
      signal,
      constraints: { ...cameraConstraint, width: { ideal: 1280 }, height: { ideal: 720 } },
      onText: (text) => !signal.aborted && onText(text),
      onFailure: () => {
        if (signal.aborted) return
        failedEngines.add(engine.name)
        restart()
      },
    })
  }

  /** Opens the camera with the first engine that works; resolves undefined when the attempt was aborted. */
  const openFirst = async (ownAttempt: AbortController): Promise<[OpenCamera, EngineName] | undefined> => {
    for (const engine of engines) {
      if (failedEngines.has(engine.name) || !(await engine.isAvailable())) continue
      if (ownAttempt.signal.aborted) return undefined
      try {
        const camera = await open(engine, ownAttempt)
        if (!ownAttempt.signal.aborted) return [camera, engine.name]
        camera.close()
        return undefined
      } catch (error) {
        if (ownAttempt.signal.aborted) return undefined
        if (stateOfError(error)) throw error
        failedEngines.add(engine.name)
      }
    }
    throw new Error('no engine works')
  }

  const start = async (): Promise<void> => {
    if (attempt || opened || isDisposed) return
    const ownAttempt = new AbortController()
    attempt = ownAttempt
    set({ state: 'starting' })
    try {
      const result = await openFirst(ownAttempt)
      if (!result) return
      ;[opened] = result
      set({ engine: result[1] })
      watchTrack(result[0])
    } catch (error) {
      if (attempt !== ownAttempt) return
      const wasChosen = recall(CHOICE_KEY) !== null && /Overconstrained|NotFound/.test(String(error))
      // After a failure the next press of “start” tries every engine.
      if (!wasChosen) failedEngines.clear()
      close(wasChosen ? 'starting' : (stateOfError(error) ?? 'failed'))
      if (!wasChosen) return
      // The camera that was chosen is gone: use another.
      remember(CHOICE_KEY, null)
      await start()
    }
  }

  const onVisibility = () => {
    if (document.visibilityState === 'hidden') {
      if (attempt || opened) close('paused')
    } else if (view.state === 'paused') void start()
  }
  const onDevices = () => {
    if (view.state === 'lost' || view.state === 'none') void start()
  }
  document.addEventListener('visibilitychange', onVisibility)
  // Absent without a secure context.
  const media = navigator.mediaDevices as MediaDevices | undefined
  media?.addEventListener?.('devicechange', onDevices)

  return {
    start,
    stop: () => {
      if (isResumed) remember(ON_KEY, null)
      close('off')
    },
    switchCamera: () => {
      const current = opened?.track.getSettings().deviceId
      void camerasOf().then((ids) => {
        const next = ids[(ids.indexOf(current ?? '') + 1) % ids.length]
        if (!opened || next === undefined) return
        remember(CHOICE_KEY, next)
        restart()
      })
    },
    toggleTorch: async () => {
      const camera = opened
      if (!camera || view.torch === null) return
      const torch = !view.torch
      // The DOM types have no `torch`.
      const constraint: MediaTrackConstraintSet & { torch: boolean } = { torch }
      const isSet = await camera.track.applyConstraints({ advanced: [constraint] }).then(
        () => true,
        () => false,
      )
      if (opened === camera) set({ torch: isSet ? torch : null })
    },
    resume: async () => {
      if (recall(ON_KEY) !== null && (await isPermitted())) await start()
    },
    dispose: () => {
      document.removeEventListener('visibilitychange', onVisibility)
      media?.removeEventListener?.('devicechange', onDevices)
      isDisposed = true
      close('off')
    },
  }
}

const camerasOf = async (): Promise<string[]> => {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices()
    return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId)
  } catch {
    return []
  }
}
