import type { ErrorComponentProps } from '@tanstack/react-router'
import { lazyPart } from '../-shared/lazyPart.tsx'

/** Lazy `ErrorScreen`; throws when its chunk cannot be loaded. */
export const ErrorScreen = lazyPart<ErrorComponentProps>(
  async () => (await import('./errorScreen.tsx')).ErrorScreen,
  null,
  true,
)
/** Lazy `NotFoundScreen`; throws when its chunk cannot be loaded. */
export const NotFoundScreen = lazyPart(async () => (await import('./errorScreen.tsx')).NotFoundScreen, null, true)
