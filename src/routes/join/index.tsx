import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { JoinScreen } from './-parts/joinScreen.tsx'

export const Route = createFileRoute('/join/')({
  staticData: { layout: 'clean', title: msg`Sign up` },
  // A visitor who comes from an order knows what an account is for.
  beforeLoad: async ({ search }) => {
    if (search.returnTo === undefined) return
    const { purchaseOf } = await import('../-shared/purchaseOf.ts')
    if (purchaseOf(search.returnTo)) throw redirect({ to: '/join/terms', replace: true })
  },
  component: Join,
})

function Join() {
  return <JoinScreen wanted={Route.useSearch().returnTo} />
}
