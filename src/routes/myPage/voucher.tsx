import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { VoucherScreen } from './-parts/card/voucherScreen.tsx'

export const Route = createFileRoute('/myPage/voucher')({
  staticData: { title: msg`Voucher` },
  // By the call's name for it (spec 3.36): an order of card passes, or a card pass that was received as a gift.
  validateSearch: ({ rsvtUid }: Record<string, unknown>): { rsvtUid?: string | undefined } => ({
    rsvtUid: typeof rsvtUid === 'string' && rsvtUid !== '' ? rsvtUid : undefined,
  }),
  beforeLoad: ({ search }) => {
    if (search.rsvtUid === undefined) throw redirect({ to: '/myPage/realCard', replace: true })
  },
  component: Voucher,
})

function Voucher() {
  const { rsvtUid = '' } = Route.useSearch()
  return <VoucherScreen key={rsvtUid} rsvtUid={rsvtUid} />
}
