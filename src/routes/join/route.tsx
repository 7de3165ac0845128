import { createFileRoute, Outlet } from '@tanstack/react-router'
import { carryReturn, returnSearch } from '../-shared/returnSearch.ts'

/** Layout route: all steps carry `returnTo`, also across a reload. */
export const Route = createFileRoute('/join')({ validateSearch: returnSearch, search: carryReturn, component: Outlet })
