import * as account from '#contract/calls/account.ts'
import { myPage } from '#contract/calls/mypage.ts'
import * as profile from '#contract/calls/profile.ts'
import * as recovery from '#contract/calls/recovery.ts'
import { HEADER_LANGUAGE } from '#contract/envelope.ts'
import { countriesIn } from '#server/countries.ts'
import { Refusal } from '#server/http/refusal.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { countCoupons } from '#server/modules/coupon/service.ts'
import { endWalletPasses } from '#server/modules/device/service.ts'
import { countFavourites } from '#server/modules/favourite/service.ts'
import { countWaitingGifts } from '#server/modules/gift/service.ts'
import { countInquiries } from '#server/modules/inquiry/service.ts'
import { countUnreadNews } from '#server/modules/news/service.ts'
import { countPasses } from '#server/modules/pass/service.ts'
import { balanceOf } from '#server/modules/point/service.ts'
import {
  clearCookies,
  endByToken,
  knownPhone,
  labelOf,
  paceAddress,
  paceMember,
  setCookies,
} from '#server/modules/session/service.ts'
import { defineModule } from '#server/modules/module.ts'
import { findIds, mayReceive } from './findIds.ts'
import { JOB_KINDS } from './letter.ts'
import { MARKETING_JOBS } from './marketing.ts'
import { changePassword, finishRecovery, requestTemporary } from './password.ts'
import { changeInfo, readInfo } from './profile.ts'
import { refresh } from './refresh.ts'
import * as service from './service.ts'
import { genders, years } from './signUpOptions.ts'

const routes: Served[] = [
  serve(account.login, async ({ body }, { deps, ip, locale, request, reply }) => {
    const { id, password, autoLgnYn } = body
    const label = labelOf(request.headers['user-agent'])
    const phone = await knownPhone(deps, request.headers.cookie)
    const signedIn = await service.login(deps, { id, password, keep: autoLgnYn === 'Y', ip, phone, label, locale })
    // A session that can only set a new password sets no cookies: the browser's own session, if any, continues.
    if (signedIn.session.mustChangeYn !== 'Y') setCookies(reply, deps, signedIn)
    return signedIn.session
  }),

  serve(account.updateToken, async ({ body }, { deps, locale, request, reply }) => {
    // A call that names no language is answered in English, which says nothing about the member.
    const isNamed = request.headers[HEADER_LANGUAGE] !== undefined
    const signedIn = await refresh(deps, body.refreshToken, isNamed ? locale : undefined)
    setCookies(reply, deps, signedIn)
    return signedIn.session
  }),

  serve(account.logout, async ({ body }, { deps, reply }) => {
    await endByToken(deps, body.refreshToken, endWalletPasses)
    clearCookies(reply, deps)
    return null
  }),

  serve(account.checkId, async ({ query }, { deps, ip }) => {
    await paceAddress(deps, 'checkId', ip)
    const taken = await service.isTaken(deps.db, query.id)
    return { useYn: taken ? ('N' as const) : ('Y' as const) }
  }),

  serve(account.signUp, async ({ body }, { deps, locale, request, reply }) => {
    const signedIn = await service.signUp(deps, body, { label: labelOf(request.headers['user-agent']), locale })
    setCookies(reply, deps, signedIn)
    return signedIn.session
  }),

  serve(account.accountCode, ({ query: { select } }, { deps, locale }) => ({
    ...(select === undefined || select === 'country' ? { country: countriesIn(locale) } : {}),
    ...(select === undefined || select === 'gender' ? { gender: genders(locale) } : {}),
    ...(select === undefined || select === 'year' ? { year: years(deps.clock()) } : {}),
  })),

  serve(myPage, async (_input, { deps, member: { memberId } }) => {
    const member = await service.readMember(deps.db, memberId)
    if (!member) throw new Refusal('E_TOKEN')
    const { email, engNm, engSurname, mobile, ntnCd, joinedAt } = member
    const passes = await countPasses(deps.db, memberId)
    const favourites = await countFavourites(deps.db, memberId)
    const inquiries = await countInquiries(deps.db, memberId)
    const coupons = await countCoupons(deps.db, memberId, deps.clock())
    const gifts = await countWaitingGifts(deps.db, memberId)
    const unread = await countUnreadNews(deps.db, memberId)
    const counts = { passes, favourites, inquiries, coupons, gifts, unread }
    const points = await balanceOf(deps.db, memberId, deps.clock())
    return { memberId, email, engNm, engSurname, mobile, ntnCd, joinedAt, counts, points }
  }),

  serve(recovery.findId, ({ query }, { deps, ip }) => findIds(deps, query, ip)),

  serve(recovery.findPassword, async ({ query: { email } }, { deps, locale, ip, request, reply }) => {
    reply.raw.once('close', () => deps.mail.wake())
    const phone = await knownPhone(deps, request.headers.cookie)
    return requestTemporary(deps, email, locale, { ip, phone })
  }),

  serve(
    recovery.changePassword,
    async ({ body: { accessToken, password, autoLgnYn } }, { deps, locale, request, reply }) => {
      const token = accessToken ?? /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
      const label = labelOf(request.headers['user-agent'])
      const signedIn = await finishRecovery(deps, { token, password, keep: autoLgnYn === 'Y', locale, label })
      setCookies(reply, deps, signedIn)
      return signedIn.session
    },
  ),

  serve(profile.changePassword, ({ body }, { deps, member, ip, locale, writeAlone }) =>
    changePassword(deps, member, body, { ip, locale, writeAlone }),
  ),

  serve(profile.readMyInfo, (_input, { deps, member }) => readInfo(deps.db, member.memberId)),

  serve(profile.update, ({ body }, { deps, member, write }) =>
    write((tx) => changeInfo(tx, member.memberId, body, deps.clock())),
  ),

  serve(profile.validationId, async ({ query: { id } }, { deps, member: { memberId } }) => {
    await paceMember(deps, 'validationId', memberId)
    return { useYn: (await mayReceive(deps.db, id, memberId)) ? ('Y' as const) : ('N' as const) }
  }),
]

export const memberModule = defineModule({ name: 'member', routes, jobs: [...JOB_KINDS, ...MARKETING_JOBS] })
