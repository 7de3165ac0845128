import type { ErrorComponentProps } from '@tanstack/react-router'
import { loadTexts } from '#data/deferred.ts'
import { lazyPart } from '../-shared/lazyPart.tsx'

const load = () => import('./errorScreen.tsx')

/** Lazy `ErrorScreen`; throws when its chunk cannot be loaded. */
export const ErrorScreen = lazyPart<ErrorComponentProps>(async () => (await load()).ErrorScreen, null, true)
/** Lazy `NotFoundScreen`; throws when its chunk cannot be loaded. */
export const NotFoundScreen = lazyPart(async () => (await load()).NotFoundScreen, null, true)

/** Loads both screens with their texts. Rejects when they cannot be loaded. */
export const loadErrorScreens = (): Promise<unknown> => Promise.all([load(), loadTexts()])
