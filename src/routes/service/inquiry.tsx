import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { InquiryScreen } from './-parts/inquiryScreen.tsx'

/** `HP-261121-7F3A` */
const ORDER_NUMBER = /^[A-Z0-9-]{1,24}$/

export const Route = createFileRoute('/service/inquiry')({
  staticData: { layout: 'default', title: msg`Contact us` },
  // Always return the key: an omitted one would keep the unvalidated value of the raw query.
  validateSearch: ({ order }: Record<string, unknown>): { order?: string | undefined } => ({
    order: typeof order === 'string' && ORDER_NUMBER.test(order) ? order : undefined,
  }),
  component: Inquiry,
})

function Inquiry() {
  const { order } = Route.useSearch()
  return <InquiryScreen order={order} />
}
