import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { RESERVATION_TABS, type ReservationTab } from '#data/reservations.ts'
import { ReservationsScreen } from './-parts/reservation/reservationsScreen.tsx'

export interface ReservationsSearch {
  type?: ReservationTab | undefined
  /** The reservation that is shown. */
  rsvtUid?: string | undefined
}

export const Route = createFileRoute('/myPage/reservations')({
  staticData: { title: msg`My reservations` },
  // Always return all keys: omitted ones would keep the unvalidated values of the raw query.
  validateSearch: ({ type, rsvtUid }: Record<string, unknown>): ReservationsSearch => ({
    type: RESERVATION_TABS.find((tab) => tab === type),
    rsvtUid: typeof rsvtUid === 'string' && rsvtUid !== '' ? rsvtUid : undefined,
  }),
  component: Reservations,
})

function Reservations() {
  const { type, rsvtUid } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ReservationsScreen
      tab={type}
      rsvtUid={rsvtUid}
      onTab={(tab) => void navigate({ search: { type: tab, rsvtUid: undefined }, replace: true, resetScroll: false })}
    />
  )
}
