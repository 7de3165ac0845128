import { createNativeDecoder, createWorkerDecoder, hasNativeDetector, preloadWorker } from './decoders.ts'
import type { ScanEngine } from './engine.ts'
import { createFrameEngine } from './frameEngine.ts'
import { html5Engine } from './html5Engine.ts'

/** The engines of the scanner, the best first (decision 0145). Each is used until it fails. */
export const ENGINES: readonly ScanEngine[] = [
  createFrameEngine({
    name: 'detector',
    isAvailable: hasNativeDetector,
    preload: () => Promise.resolve(),
    createDecoder: createNativeDecoder,
  }),
  createFrameEngine({
    name: 'qr',
    isAvailable: () => Promise.resolve('Worker' in globalThis),
    preload: preloadWorker,
    createDecoder: createWorkerDecoder,
  }),
  html5Engine,
]
