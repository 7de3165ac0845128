import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { InquiryScreen } from './-parts/inquiryScreen.tsx'

/** `HP-261121-7F3A` */
const ORDER_NUMBER = /^[A-Z0-9-]{1,24}$/

/** `paradise-hotel-busan` */
const GOODS_ID = /^[\w-]{1,80}$/

export const Route = createFileRoute('/service/inquiry')({
  staticData: { layout: 'default', title: msg`Contact us` },
  // Always return the key: an omitted one would keep the unvalidated value of the raw query.
  validateSearch: ({
    order,
    goods,
  }: Record<string, unknown>): { order?: string | undefined; goods?: string | undefined } => ({
    order: typeof order === 'string' && ORDER_NUMBER.test(order) ? order : undefined,
    goods: typeof goods === 'string' && GOODS_ID.test(goods) ? goods : undefined,
  }),
  component: Inquiry,
})

function Inquiry() {
  const { order, goods } = Route.useSearch()
  return <InquiryScreen order={order} goods={goods} />
}
