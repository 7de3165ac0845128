import type { ErrorComponentProps } from '@tanstack/react-router'
import { lazyPart } from './late.tsx'

/** Lazy `ErrorScreen`; throws when its chunk cannot be loaded. */
export const ErrorScreen = lazyPart<ErrorComponentProps>(
  async () => (await import('./error-screen.tsx')).ErrorScreen,
  null,
  true,
)
/** Lazy `NotFoundScreen`; throws when its chunk cannot be loaded. */
export const NotFoundScreen = lazyPart(async () => (await import('./error-screen.tsx')).NotFoundScreen, null, true)
