import type { ErrorComponentProps } from '@tanstack/react-router'
import { late } from './late.tsx'

/** Lazy `ErrorScreen`; throws when its chunk cannot be loaded. */
export const ErrorScreen = late<ErrorComponentProps>(
  async () => (await import('./error-screen.tsx')).ErrorScreen,
  null,
  true,
)
/** Lazy `NotFoundScreen`; throws when its chunk cannot be loaded. */
export const NotFoundScreen = late(async () => (await import('./error-screen.tsx')).NotFoundScreen, null, true)
