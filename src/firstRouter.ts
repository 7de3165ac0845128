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
 * Creates the router of a page, which knows home and loads the table of all addresses when it needs another: the table
 * grows with every screen (decision 0186). `loadTable` only fetches it, for what is deferred; it rejects when that fails,
 * and the next call tries again.
 */
export const createFirstRouter = (history: RouterHistory) => {
  const loadTable = () => import('./routeTree.gen.ts')
  let isWhole = false
  /** Evaluating the table gives the root all addresses as children, in place of those below. */
  const adoptTable = async (): Promise<void> => {
    await loadTable()
    if (isWhole) return
    isWhole = true
    const routes = router.buildRouteTree()
    // Another navigation that has matched it goes on through it.
    Object.assign(routes.routesById, { [otherRoute.id]: otherRoute })
    router.setRoutes(routes)
  }
  /** Any other address: the same navigation begins again with the table. */
  const otherRoute = createRoute({
    getParentRoute,
    path: '$',
    beforeLoad: async ({ location: { href, state } }) => {
      await adoptTable()
      throw redirect({ href, state, replace: true })
    },
  })
  const firstTree = rootRoute._addFileChildren([addressed(indexRoute, '/'), addressed(homeRoute, '/home'), otherRoute])
  // Typed as the whole table, so that all links are checked.
  const router = createRouter(history, firstTree as unknown as RouteTree)
  return { router, loadTable }
}
