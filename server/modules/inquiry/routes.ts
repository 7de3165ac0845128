import * as inquiry from '#contract/calls/inquiry.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { paceAddress } from '#server/modules/session/service.ts'
import { listInquiries, writeInquiry } from './service.ts'

export const routes: Served[] = [
  serve(inquiry.insertInquiry, async ({ body }, { deps, member, ip, write }) => {
    if (!member) await paceAddress(deps, 'guestInquiry', ip)
    return write((tx) => writeInquiry(tx, { ...body, memberId: member?.memberId ?? null }, deps.clock()))
  }),

  serve(inquiry.list, ({ query: { pageNum, pageSize } }, { deps, member }) =>
    listInquiries(deps.db, member.memberId, pageNum, pageSize),
  ),
]
