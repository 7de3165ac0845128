import { useCallback, useEffect, useRef, useState } from 'react'
import type { Html5Qrcode } from 'html5-qrcode'

export const CAMERA_ID = 'gate-camera'
const FRAMES_A_SECOND = 10

export interface Camera {
  /** `refused`: without the permission. `none`: it could not be started for another reason. */
  state: 'off' | 'starting' | 'on' | 'refused' | 'none'
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** Loads the scanning library. It is large, so it is not part of the screen; preloading makes it available offline. */
export const fetchScanner = () => import('html5-qrcode')

/** Reads QR codes with the camera, shown in the element `CAMERA_ID`, ten times a second until it is stopped. */
export const useCamera = (read: (text: string) => void): Camera => {
  const [state, setState] = useState<Camera['state']>('off')
  const scanner = useRef<Html5Qrcode>(null)
  const handler = useRef(read)
  useEffect(() => {
    handler.current = read
  }, [read])

  /** Pending stop of the previous scanner, which occupies the element until it resolves. */
  const stopping = useRef<Promise<void>>(Promise.resolve())
  const stop = useCallback(async () => {
    const running = scanner.current
    scanner.current = null
    if (running?.isScanning) stopping.current = running.stop()
    await stopping.current
    setState('off')
  }, [])
  useEffect(() => () => void stop(), [stop])

  const start = useCallback(async () => {
    if (scanner.current) return
    setState('starting')
    try {
      await stopping.current
      const { Html5Qrcode, Html5QrcodeSupportedFormats } = await fetchScanner()
      const created = new Html5Qrcode(CAMERA_ID, {
        formatsToSupport: [Html5QrcodeSupportedFormats.QR_CODE],
        useBarCodeDetectorIfSupported: true,
        verbose: false,
      })
      scanner.current = created
      await created.start(
        { facingMode: 'environment' },
        {
          fps: FRAMES_A_SECOND,
          disableFlip: true,
          videoConstraints: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
        },
        (text) => handler.current(text),
        undefined,
      )
      setState('on')
    } catch (error) {
      scanner.current = null
      // The library rejects with a message that contains the name of the browser's error.
      setState(/NotAllowed|Permission/.test(String(error)) ? 'refused' : 'none')
    }
  }, [])
  return { state, start, stop }
}
