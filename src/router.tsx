import { createRouter as create, type RouterHistory } from '@tanstack/react-router'
import { mayPrefetch } from '#pwa/prefetch.ts'
import { routeTree } from './routeTree.gen.ts'

/** The router on a history of its own: the browser's, or a memory for the shells that are drawn at build time. */
export const createRouter = (history: RouterHistory) =>
  create({
    routeTree,
    history,
    // In a shell it would be a third inline script, and there is no place to restore.
    scrollRestoration: typeof document !== 'undefined',
    defaultPreload: typeof document !== 'undefined' && mayPrefetch() ? 'intent' : false,
    defaultPreloadStaleTime: 0,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter>
  }
}
