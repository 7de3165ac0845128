import { useRuntimeReady } from '#data/runtimeReady.ts'
import { lazyPart } from '../lazyPart.tsx'

const Line = lazyPart(async () => (await import('./offlineLine.tsx')).OfflineLine)

/** Renders `OfflineLine` once the runtime knows whether our server answers. */
export const LazyOfflineLine = () => useRuntimeReady() && <Line />
