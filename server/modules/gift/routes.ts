import { linkInsert, linkOpen, linkRead, linkReceive } from '#contract/calls/giftLink.ts'
import { giftCancel, giftInsert, giftList, giftReceive, giftRefuse } from '#contract/calls/gift.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { readMemberByEmail } from '#server/modules/member/service.ts'
import { paceAddress, paceMember } from '#server/modules/session/service.ts'
import { defineModule } from '#server/modules/module.ts'
import { authorise } from './proof.ts'
import * as links from './link.ts'
import { endGift, listGifts, sendGift } from './service.ts'

const routes: Served[] = [
  serve(giftInsert, async ({ body }, { deps, member, ip, write }) => {
    const { id, passUid, message = '', proof, password, code } = body
    const senderId = member.memberId
    // The response reveals who is a member, so it shares the pace of `validation-id`.
    await paceMember(deps, 'validationId', senderId)
    const recipient = await readMemberByEmail(deps.db, id)
    const claim = { passUid, recipient: id, proof, password, code }
    const authority = await authorise(deps, claim, { memberId: senderId, ip })
    return write((tx) => sendGift(tx, deps, { passUid, message }, { senderId, recipient, authority }))
  }),

  serve(giftReceive, ({ body: { giftUid } }, { deps, member: { memberId }, write }) =>
    write((tx) => endGift(tx, { giftUid, memberId, end: 'accepted' }, deps.clock())),
  ),

  serve(giftRefuse, ({ body: { giftUid } }, { deps, member: { memberId }, write }) =>
    write((tx) => endGift(tx, { giftUid, memberId, end: 'declined' }, deps.clock())),
  ),

  serve(giftCancel, ({ body: { giftUid } }, { deps, member: { memberId }, write }) =>
    write((tx) => endGift(tx, { giftUid, memberId, end: 'cancelled' }, deps.clock())),
  ),

  serve(giftList, ({ query }, { deps, member }) => listGifts(deps.db, member.memberId, query)),

  serve(linkInsert, async ({ body }, { deps, member, ip, write }) => {
    const { passUid, linkHash, message = '', proof, password, code } = body
    const senderId = member.memberId
    const claim = { passUid, recipient: linkHash, proof, password, code }
    const authority = await authorise(deps, claim, { memberId: senderId, ip })
    return write((tx) => links.makeLink(tx, { passUid, message, linkHash }, { senderId, authority }, deps.clock()))
  }),

  serve(linkRead, async ({ body: { key } }, { deps, member, ip }) => {
    await paceAddress(deps, 'giftLink', ip)
    return links.readLink(deps.db, key, member?.memberId ?? null, deps.clock())
  }),

  serve(linkOpen, async ({ body: { key } }, { deps, member, ip, write }) => {
    await paceAddress(deps, 'giftLink', ip)
    return write((tx) => links.openLink(tx, key, member?.memberId ?? null, deps.clock()))
  }),

  serve(linkReceive, async ({ body: { key } }, { deps, member: { memberId }, ip, write }) => {
    await paceAddress(deps, 'giftLink', ip)
    return write((tx) => links.receiveLink(tx, key, memberId, deps.clock()))
  }),
]

export const giftModule = defineModule({ name: 'gift', routes, jobs: links.JOB_KINDS })
