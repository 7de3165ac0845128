import { createRoute, redirect, type AnyRoute, type RouterHistory } from '@tanstack/react-router'
import { createRouter, type RouteTree } from './router.tsx'
import { Route as rootRoute } from './routes/__root.tsx'
import { Route as homeRoute } from './routes/home.tsx'
import { Route as indexRoute } from './routes/index.tsx'

const getParentRoute = () => rootRoute

/** Gives a route its address, as the generated table does; the types of routes know only that table. */
const addressed = <Route extends AnyRoute>(route: Route, path: string): Route =>
  route.update({ id: path, path, getParentRoute } as never)

/**
 * Creates the router of a page, which knows home and loads the table of all addresses when it needs another, or with
 * what is deferred: the table grows with every screen (decision 0186). `loadRoutes` loads it once; it rejects when that
 * fails, and the next call tries again.
 */
export const createFirstRouter = (history: RouterHistory) => {
  let loading: Promise<void> | undefined
  const loadRoutes = (): Promise<void> => {
    loading ??= import('./routeTree.gen.ts').then(
      // Evaluating the table has given the root all addresses as children, in place of those below.
      () => router.setRoutes(router.buildRouteTree()),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  const firstTree = rootRoute._addFileChildren([
    addressed(indexRoute, '/'),
    addressed(homeRoute, '/home'),
    // Any other address: the same navigation begins again with the table.
    createRoute({
      getParentRoute,
      path: '$',
      beforeLoad: async ({ location: { href, state } }) => {
        await loadRoutes()
        throw redirect({ href, state, replace: true })
      },
    }),
  ])
  // Typed as the whole table, so that all links are checked.
  const router = createRouter(history, firstTree as unknown as RouteTree)
  return { router, loadRoutes }
}
