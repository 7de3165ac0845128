import * as account from '#contract/calls/account.ts'
import { myPage } from '#contract/calls/mypage.ts'
import { Refusal } from '#server/http/refusal.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { countFavourites } from '#server/modules/favourite/service.ts'
import { countInquiries } from '#server/modules/inquiry/service.ts'
import { countPasses } from '#server/modules/pass/service.ts'
import { endByToken, paceAddress } from '#server/modules/session/service.ts'
import { clearCookies, setCookies } from './cookies.ts'
import { countries, genders, years } from './lists.ts'
import * as service from './service.ts'

export const routes: Served[] = [
  serve(account.login, async ({ body }, { deps, ip, reply }) => {
    const { id, password, autoLgnYn } = body
    const signedIn = await service.login(deps, { id, password, keep: autoLgnYn === 'Y', ip })
    setCookies(reply, deps, signedIn)
    return signedIn.session
  }),

  serve(account.updateToken, async ({ body }, { deps, reply }) => {
    const signedIn = await service.refresh(deps, body.refreshToken)
    setCookies(reply, deps, signedIn)
    return signedIn.session
  }),

  serve(account.logout, async ({ body }, { deps, reply }) => {
    await endByToken(deps, body.refreshToken)
    clearCookies(reply, deps)
    return null
  }),

  serve(account.checkId, async ({ query }, { deps, ip }) => {
    await paceAddress(deps, 'checkId', ip)
    const taken = await service.isTaken(deps.db, query.id)
    return { useYn: taken ? ('N' as const) : ('Y' as const) }
  }),

  serve(account.signUp, async ({ body }, { deps, reply }) => {
    const signedIn = await service.signUp(deps, body)
    setCookies(reply, deps, signedIn)
    return signedIn.session
  }),

  serve(account.accountCode, ({ query: { select } }, { deps, locale }) => ({
    ...(select === undefined || select === 'country' ? { country: countries(locale) } : {}),
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
    return { memberId, email, engNm, engSurname, mobile, ntnCd, joinedAt, counts: { passes, favourites, inquiries } }
  }),
]
