import { lazyPart } from './lazyPart.tsx'

/** `Reference`, loaded when a failed answer has one. */
export const LazyReference = lazyPart(async () => (await import('./reference.tsx')).Reference)
