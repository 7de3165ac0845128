import { READ_EVERY_MS, stopTracks, type OpenCamera, type ScanEngine } from './engine.ts'

/** Loads the scanning library. It is large, so it is not part of the screen. */
const loadLibrary = () => import('html5-qrcode')

/** Width in CSS pixels at which the library reads: as many pixels as its element is wide. */
const READ_WIDTH = 720
let count = 0

const videoOf = (element: HTMLElement): HTMLVideoElement | null => element.querySelector('video')
const streamOf = (element: HTMLElement): MediaStream | null => {
  const source = videoOf(element)?.srcObject
  return source instanceof MediaStream ? source : null
}

/**
 * Makes the library's own call of `play` quiet: it ignores the promise, which rejects when the picture is removed before
 * its first frame.
 */
const quietPlay = (element: HTMLElement): void => {
  element.append = (...nodes) => {
    for (const node of nodes)
      if (node instanceof HTMLVideoElement) {
        const play = node.play.bind(node)
        node.play = () => play().catch(() => undefined)
      }
    HTMLElement.prototype.append.apply(element, nodes)
  }
}

/** Scales the library's element so that its picture covers the host; returns what ends it. */
const coverHost = (element: HTMLElement, host: HTMLElement, video: HTMLVideoElement): (() => void) => {
  const fit = () => {
    const { videoWidth, videoHeight } = video
    // The library's start ends before the picture has a size.
    if (videoWidth === 0) return
    const readHeight = (READ_WIDTH * videoHeight) / videoWidth
    element.style.scale = String(Math.max(host.clientWidth / READ_WIDTH, host.clientHeight / readHeight))
    element.style.visibility = ''
  }
  fit()
  video.addEventListener('resize', fit)
  const observer = new ResizeObserver(fit)
  observer.observe(host)
  return () => observer.disconnect()
}

/**
 * The engine of html5-qrcode, whose class `Html5Qrcode` opens the camera itself. Its known faults are handled here:
 * `stop` throws while the camera starts and leaves it on, fails before the first frame, and `start` rejects with texts.
 */
export const html5Engine: ScanEngine = {
  name: 'html5-qrcode',
  isAvailable: () => Promise.resolve(true),
  preload: loadLibrary,
  open: async ({ host, constraints, signal, onText }): Promise<OpenCamera> => {
    const { Html5Qrcode, Html5QrcodeSupportedFormats } = await loadLibrary()
    signal.throwIfAborted()
    // An element for each start: the library occupies it until it has stopped.
    const element = document.createElement('div')
    count += 1
    element.id = `gate-camera-${count}`
    Object.assign(element.style, { inlineSize: `${READ_WIDTH}px`, visibility: 'hidden' })
    quietPlay(element)
    host.append(element)
    const library = new Html5Qrcode(element.id, {
      formatsToSupport: [Html5QrcodeSupportedFormats.QR_CODE],
      useBarCodeDetectorIfSupported: true,
      verbose: false,
    })
    const release = () => {
      const stream = streamOf(element)
      try {
        // It ends its loop and stops the tracks at once. Its promise rejects when no frame was shown yet.
        library.stop().catch(() => undefined)
      } catch {
        // It throws unless a camera was opened.
      }
      stopTracks(stream)
      element.remove()
    }
    const starting = library.start(
      { facingMode: 'environment' },
      { fps: 1_000 / READ_EVERY_MS, disableFlip: true, videoConstraints: constraints },
      (text) => onText(text),
      undefined,
    )
    let isSettled = false
    const cancelled = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        if (isSettled) return
        starting.then(release, release)
        reject(new DOMException('The camera was stopped while it started', 'AbortError'))
      })
    })
    try {
      await Promise.race([starting, cancelled])
    } catch (error) {
      if (!signal.aborted) release()
      throw error
    } finally {
      isSettled = true
    }
    const video = videoOf(element)
    const track = streamOf(element)?.getVideoTracks()[0]
    if (!video || !track) {
      release()
      throw new Error('html5-qrcode started without a picture')
    }
    const endCover = coverHost(element, host, video)
    return {
      track,
      video,
      close: () => {
        endCover()
        release()
      },
    }
  },
}
