import { createFileRoute, redirect } from '@tanstack/react-router'
import { readOrderSearch } from '../-shared/orderSearch.ts'

/** An earlier address of the refund request (spec 2.12). */
export const Route = createFileRoute('/myPage/refund_original')({
  validateSearch: readOrderSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/myPage/refund', search, replace: true })
  },
})
