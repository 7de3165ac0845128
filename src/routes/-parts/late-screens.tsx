import type { ErrorComponentProps } from '@tanstack/react-router'
import { late } from './late.tsx'

export const ErrorScreen = late<ErrorComponentProps>(
  async () => (await import('./error-screen.tsx')).ErrorScreen,
  null,
  true,
)
export const NotFoundScreen = late(async () => (await import('./error-screen.tsx')).NotFoundScreen, null, true)
