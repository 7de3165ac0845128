import { useRuntimeReady } from '#data/runtimeReady.ts'
import { lazyPart } from '../lazyPart.tsx'

const ConnectionIcon = lazyPart(async () => (await import('./connectionIcon.tsx')).ConnectionIcon)

/** Renders `ConnectionIcon` once the runtime is loaded. */
export function LazyConnectionIcon({ className }: { className?: string | undefined }) {
  return useRuntimeReady() && <ConnectionIcon className={className} />
}
