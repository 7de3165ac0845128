import { createRouter as create, type RouterHistory } from '@tanstack/react-router'
import { mayPrefetch } from '#pwa/prefetch.ts'
import type { routeTree } from './routeTree.gen.ts'

export type RouteTree = typeof routeTree

/** Creates a router on a history: the browser's, or a memory history for prerendering. */
export const createRouter = (history: RouterHistory, tree: RouteTree) =>
  create({
    routeTree: tree,
    history,
    // Not in a shell: it would add a third inline script, and there is no position to restore.
    scrollRestoration: typeof document !== 'undefined',
    defaultPreload: typeof document !== 'undefined' && mayPrefetch() ? 'intent' : false,
    defaultPreloadStaleTime: 0,
    // It would be in English: when our error screen cannot be loaded, `showIncomplete` says so.
    disableGlobalCatchBoundary: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter>
  }
}
