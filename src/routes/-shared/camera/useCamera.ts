import { useEffect, useRef, useState, type RefObject } from 'react'
import { createCamera, INITIAL_VIEW, type Camera, type CameraView } from './camera.ts'
import { ENGINES } from './engines.ts'

export interface UsedCamera extends CameraView, Omit<Camera, 'resume' | 'dispose'> {
  /** Goes on the element that shows the picture. */
  host: RefObject<HTMLDivElement | null>
}

/** Loads the engines that this browser may need; without them there is no scanning offline. */
const preloadEngines = async (): Promise<void> => {
  for (const engine of ENGINES) if (await engine.isAvailable()) await engine.preload().catch(() => undefined)
}

/**
 * Reads QR codes with the camera until it is stopped. `resume`, for a gate: it starts by itself when it was on before,
 * and all engines are loaded for a start without a network. `now`: it starts at once, and loads only what it uses.
 */
export const useCamera = (read: (text: string) => void, start: 'resume' | 'now' = 'resume'): UsedCamera => {
  const host = useRef<HTMLDivElement>(null)
  const [view, setView] = useState(INITIAL_VIEW)
  const handler = useRef(read)
  const camera = useRef<Camera>(null)
  useEffect(() => {
    handler.current = read
  }, [read])
  useEffect(() => {
    if (!host.current) return undefined
    const created = createCamera({
      host: host.current,
      engines: ENGINES,
      onText: (text) => handler.current(text),
      onChange: setView,
      isResumed: start === 'resume',
    })
    camera.current = created
    if (start === 'now') void created.start()
    else {
      void created.resume()
      void preloadEngines()
    }
    return () => {
      camera.current = null
      created.dispose()
    }
  }, [start])
  return {
    ...view,
    host,
    start: async () => camera.current?.start(),
    stop: () => camera.current?.stop(),
    switchCamera: () => camera.current?.switchCamera(),
    toggleTorch: async () => camera.current?.toggleTorch(),
  }
}
