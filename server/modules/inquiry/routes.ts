import * as inquiry from '#contract/calls/inquiry.ts'
import { Refusal } from '#server/http/refusal.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { paceAddress, paceMember } from '#server/modules/session/service.ts'
import { defineModule } from '#server/modules/module.ts'
import { inquiryPages } from './operator.ts'
import { withPartChange } from '#server/modules/sync/service.ts'
import { listInquiries, readInquiry, writeInquiry } from './service.ts'

const routes: Served[] = [
  serve(inquiry.insertInquiry, async ({ body }, { deps, member, ip, locale, write }) => {
    if (member) await paceMember(deps, 'inquiry', member.memberId)
    else {
      await paceAddress(deps, 'guestInquiry', ip)
      // Guests cannot upload files, so the files they name are not theirs.
      if (body.files && body.files.length > 0) throw new Refusal('E_TOKEN')
    }
    return write((tx) => {
      const effect = () => writeInquiry(tx, { ...body, locale, memberId: member?.memberId ?? null }, deps.clock())
      // A phone gives each inquiry its id.
      if (!member || body.id === undefined) return effect()
      const keys = [body.id.toLowerCase()]
      // The id of another author's inquiry is not used: the answer must not show by its form that there is one.
      return withPartChange(deps, tx, { memberId: member.memberId, part: 'inquiries', keys }, effect, ({ id }) => [id])
    })
  }),

  serve(inquiry.list, ({ query: { pageNum, pageSize } }, { deps, member }) =>
    listInquiries(deps.db, member.memberId, pageNum, pageSize),
  ),

  serve(inquiry.detail, ({ params: { id } }, { deps, member }) =>
    readInquiry(deps.db, id.toLowerCase(), member.memberId),
  ),
]

export const inquiryModule = defineModule({ name: 'inquiry', routes, pages: [inquiryPages] })
