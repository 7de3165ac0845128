import { refundList, refundPass } from '#contract/calls/refund.ts'
import { Refusal } from '#server/http/refusal.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { defineModule } from '#server/modules/module.ts'
import { refundPages } from './operator.ts'
import { listRefunds, requestRefund, JOB_KINDS } from './service.ts'

const routes: Served[] = [
  serve(refundPass, ({ query, body }, { deps, member: { memberId }, write }) => {
    // Parameters are in the query or, from our client, in the body (spec 7.12).
    const { rsvtUid, whyCd, etcWhy = '' } = body ?? query
    if (rsvtUid === undefined)
      throw new Refusal('E_INPUT', { fields: [{ field: 'query.rsvtUid', reason: 'required' }] })
    const input = { ordUid: rsvtUid, whyCd, etcWhy, passUids: body?.passUids }
    return write((tx) => requestRefund(tx, input, memberId, deps.clock()))
  }),

  serve(refundList, ({ query: { pageNum, pageSize } }, { deps, member }) =>
    listRefunds(deps.db, member.memberId, pageNum, pageSize),
  ),
]

export const refundModule = defineModule({ name: 'refund', routes, jobs: JOB_KINDS, pages: [refundPages] })
