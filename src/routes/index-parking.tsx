import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { returnTo as safePath } from '#contract/rules/returnTo.ts'
import { ParkingScreen } from './index-parking/-parts/parkingScreen.tsx'

export const Route = createFileRoute('/index-parking')({
  staticData: { title: msg`Service status` },
  // Always return the key: an omitted one would keep the unvalidated value of the raw query.
  validateSearch: ({ returnTo }: Record<string, unknown>): { returnTo?: string | undefined } => ({
    returnTo: returnTo === undefined ? undefined : safePath(returnTo),
  }),
  component: Parking,
})

function Parking() {
  const { returnTo } = Route.useSearch()
  return <ParkingScreen returnTo={returnTo} />
}
