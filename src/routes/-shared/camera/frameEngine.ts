import { READ_EVERY_MS, stopTracks, type OpenRequest, type ScanEngine } from './engine.ts'

/** Reads the text of a QR code from a frame; null when there is none. Rejects when it cannot read at all. */
export interface Decoder {
  decode: (frame: HTMLCanvasElement) => Promise<string | null>
  close: () => void
}

/** Largest side of the square that is read, in pixels: enough for a code that fills a third of it. */
const SIDE_MAX = 720
/** Failures in a row after which a decoder is given up. */
const FAILURES_MAX = 3

/** Draws the square in the middle of the picture, which is what `object-fit: cover` shows. */
const drawSquare = (video: HTMLVideoElement, canvas: HTMLCanvasElement): void => {
  const { videoWidth, videoHeight } = video
  const source = Math.min(videoWidth, videoHeight)
  const side = Math.min(source, SIDE_MAX)
  if (canvas.width !== side) Object.assign(canvas, { width: side, height: side })
  const [fromLeft, fromTop] = [(videoWidth - source) / 2, (videoHeight - source) / 2]
  canvas
    .getContext('2d', { willReadFrequently: true })
    ?.drawImage(video, fromLeft, fromTop, source, source, 0, 0, side, side)
}

/** Reads frames one after the other until the signal aborts. */
const readFrames = async (
  video: HTMLVideoElement,
  decoder: Decoder,
  { onText, onFailure }: Pick<OpenRequest, 'onText' | 'onFailure'>,
  signal: AbortSignal,
): Promise<void> => {
  const canvas = document.createElement('canvas')
  let failures = 0
  while (!signal.aborted) {
    const startedAt = performance.now()
    if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && video.videoWidth > 0)
      try {
        drawSquare(video, canvas)
        const text = await decoder.decode(canvas)
        failures = 0
        if (text && !signal.aborted) onText(text)
      } catch {
        failures += 1
        if (failures >= FAILURES_MAX && !signal.aborted) {
          onFailure()
          return
        }
      }
    const pauseMs = Math.max(0, READ_EVERY_MS - (performance.now() - startedAt))
    await new Promise((wake) => setTimeout(wake, pauseMs))
  }
}

/** Creates an engine that opens the camera itself and gives its frames to a decoder. */
export const createFrameEngine = ({
  createDecoder,
  ...engine
}: Pick<ScanEngine, 'name' | 'isAvailable' | 'preload'> & { createDecoder: () => Decoder }): ScanEngine => ({
  ...engine,
  open: async ({ host, constraints, signal, onText, onFailure }) => {
    const stream = await navigator.mediaDevices.getUserMedia({ video: constraints, audio: false })
    const [track] = stream.getVideoTracks()
    if (signal.aborted || !track) {
      stopTracks(stream)
      throw new DOMException('The camera was stopped while it started', 'AbortError')
    }
    const video = document.createElement('video')
    Object.assign(video, { muted: true, playsInline: true, srcObject: stream })
    host.replaceChildren(video)
    const reading = new AbortController()
    const decoder = createDecoder()
    // A refused `play` shows as a picture that stands still, which the camera notices.
    video.play().catch(() => undefined)
    void readFrames(video, decoder, { onText, onFailure }, reading.signal)
    return {
      track,
      video,
      close: () => {
        reading.abort()
        decoder.close()
        stopTracks(stream)
        video.srcObject = null
        host.replaceChildren()
      },
    }
  },
})
