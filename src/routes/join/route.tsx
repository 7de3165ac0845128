import { createFileRoute, Outlet } from '@tanstack/react-router'
import { carryReturn, returnSearch } from '../-parts/returnSearch.ts'

/** Every step knows where its visitor wants to go afterwards, also after a reload. */
export const Route = createFileRoute('/join')({ validateSearch: returnSearch, search: carryReturn, component: Outlet })
