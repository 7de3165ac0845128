import type { Decoder } from './frameEngine.ts'
import type { DecodeReply } from './gateScanWorker.ts'

/** The part of the Barcode Detection API that the scanner uses; the DOM types have none. */
interface NativeDetector {
  detect: (frame: HTMLCanvasElement) => Promise<{ rawValue: string }[]>
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats: () => Promise<string[]>
}

const nativeDetector = (): NativeDetectorClass | undefined =>
  (globalThis as unknown as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector

/** Resolves whether the browser itself reads QR codes. */
export const hasNativeDetector = async (): Promise<boolean> => {
  try {
    return (await nativeDetector()?.getSupportedFormats())?.includes('qr_code') ?? false
  } catch {
    return false
  }
}

/** Creates a decoder by the `BarcodeDetector` of the browser. */
export const createNativeDecoder = (): Decoder => {
  const Detector = nativeDetector()
  const detector = Detector && new Detector({ formats: ['qr_code'] })
  return {
    decode: async (frame) => {
      if (!detector) throw new Error('no BarcodeDetector')
      return (await detector.detect(frame))[0]?.rawValue ?? null
    },
    close: () => undefined,
  }
}

const startWorker = (): Worker => new Worker(new URL('./gateScanWorker.ts', import.meta.url), { type: 'module' })

/**
 * Resolves once the worker's script was loaded, so that the browser can start it without a network. Rejects when it
 * cannot be loaded.
 */
export const preloadWorker = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = startWorker()
    const end = (settle: () => void) => {
      worker.terminate()
      settle()
    }
    worker.addEventListener('message', () => end(resolve))
    worker.addEventListener('error', () => end(() => reject(new Error('the scan worker does not start'))))
  })

/** Creates a decoder that reads frames in a worker, so that the page answers touches meanwhile. */
export const createWorkerDecoder = (): Decoder => {
  let worker: Worker | null = null
  let broken: Error | null = null
  let waiting: { resolve: (text: string | null) => void; reject: (error: Error) => void } | null = null
  try {
    worker = startWorker()
    worker.addEventListener('message', ({ data }: MessageEvent<DecodeReply>) => {
      if ('text' in data) waiting?.resolve(data.text)
    })
    worker.addEventListener('error', () => {
      broken = new Error('the scan worker failed')
      waiting?.reject(broken)
    })
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
  }
  return {
    decode: (frame) =>
      new Promise((resolve, reject) => {
        if (broken || !worker) {
          reject(broken ?? new Error('no scan worker'))
          return
        }
        const image = frame.getContext('2d')?.getImageData(0, 0, frame.width, frame.height)
        if (!image) {
          resolve(null)
          return
        }
        waiting = { resolve, reject }
        const { data, width, height } = image
        worker.postMessage({ data, width, height }, [data.buffer])
      }),
    close: () => {
      worker?.terminate()
      waiting?.resolve(null)
    },
  }
}
