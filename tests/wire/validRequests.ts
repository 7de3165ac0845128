import { randomBytes, randomUUID } from 'node:crypto'
import type { Call } from '#contract/calls/call.ts'
import { CALLS } from '#contract/calls/index.ts'
import { makeKey } from '../aftersales/linkGiver.ts'
import { freshEmail, PASSWORD, proveMailbox, signUpForm } from '../harness/factories.ts'
import { sampleNumber } from '#server/modules/card/numbers.ts'
import { hasPages, IDS, idsOf } from './ids.ts'
import { LINK_KEY, type SampleMember, type PopulatedShop } from './populatedShop.ts'
import { GOODS_REQUESTS } from './goodsRequests.ts'
import type { ValidRequest } from './validRequest.ts'
import type { RawRequest } from './rawRequest.ts'

const STOP = 'sea-life-busan'
const PROMOTION = 'promo-welcome-coupon'
const content = 'Where is the desk?'
const FORGED_PASSKEY = Object.fromEntries(
  ['credentialId', 'clientData', 'authenticatorData', 'signature', 'userHandle'].map((field) => [field, 'AAAA']),
)
const worded: ValidRequest = () => ({ query: { pageNum: '1', pageSize: '10', searchKeyword: 'sea', language: 'en' } })
const by =
  (name: string, id: string): ValidRequest =>
  () => ({ params: { [name]: id }, query: { language: 'ko' } })

/** One valid request for each call that needs more than ids and paging, with every field that the call has. */
export const VALID_REQUESTS: Record<string, ValidRequest> = {
  ...GOODS_REQUESTS,
  'account.accountCode': () => ({ query: { select: 'country', language: 'jp' } }),
  'account.checkId': () => ({ query: { id: freshEmail() } }),
  'account.login': ({ email, password }) => ({ body: { id: email, password, autoLgnYn: 'Y' } }),
  'account.logout': () => ({ body: { refreshToken: 'none' } }),
  'account.signUp': async (_, town) => {
    const email = freshEmail()
    const profileFields = {
      gender: 'none',
      birthYear: 1994,
      ntnCd: 'TW',
      mobile: '+886912345678',
      marketingYn: 'N',
      autoLgnYn: 'N',
    }
    return { body: signUpForm(email, await proveMailbox(town, email), profileFields) }
  },
  'account.updateToken': ({ refreshToken }) => ({ body: { refreshToken, accessToken: '' } }),
  'admission.attractionHistory': ({ own }) => ({ query: { pageNum: '1', pageSize: '10', qrcode: own.spentPass } }),
  'admission.addToWallet': ({ own }) => ({ body: { passUid: own.spentPass, wallet: 'google', password: PASSWORD } }),
  'admission.endWalletPass': ({ own }) => ({ body: { passUid: own.spentPass, wallet: 'google' } }),
  'admission.oneTimeCode': ({ own }) => ({ body: { passUid: own.spentPass, password: PASSWORD } }),
  'attraction.detail': by('id', 'busan-tower'),
  'attraction.interest': () => ({ query: { gdsUid: 'busan-tower' }, body: {} }),
  'attraction.interestDelete': () => ({ query: { gdsUid: 'busan-tower' } }),
  'attraction.list': () => ({
    query: {
      pageNum: '1',
      pageSize: '10',
      etcInformation: 'A',
      areaCd: '',
      facilitiesRecordList: '',
      gdsCategoryCd: '',
      gdsTycd: '',
      searchKeyword: 'tower',
      language: 'en',
    },
  }),
  'card.passInsert': ({ own }) => ({ query: { cardNum: own.card, isQrcode: 'N' } }),
  'card.pickup': (me, { citizens }) => ({
    body: { voucher: me.own.voucher, cardNum: sampleNumber(2, 11 + citizens.indexOf(me)), isQrcode: 'N' },
  }),
  'cert.check': () => ({ body: { email: freshEmail(), code: '000000' } }),
  'cert.sendMail': () => ({ body: { email: freshEmail() } }),
  'cert.sendOwnMail': () => ({ body: { purpose: 'gift' } }),
  'codes.cities': () => ({ query: { upCd: '', language: 'ko' } }),
  'codes.codeName': by('code', 'KR'),
  'codes.codes': () => ({ params: { codeType: 'WHY_CD' }, query: { upCd: '', language: 'ko' } }),
  'codes.districts': () => ({ query: { upCd: '', language: 'ko' } }),
  'codes.goodsTypes': () => ({ query: { upCd: '', language: 'ko' } }),
  'coupon.insert': async (_, town) => ({ body: { couponPblcnUid: await town.makeIssue() } }),
  'coupon.myCoupon': () => ({ query: { pageNum: '1', pageSize: '10', psTycd: 'usable' } }),
  'coupon.paperInsert': async (_, town) => ({ body: { couponUid: await town.printNumber() } }),
  'easyLogin.easyLogin': () => ({
    body: { entranceSns: 'google', code: 'none', state: 'none', iss: 'https://none.example', secret: 'none' },
  }),
  'easyLogin.join': async (_, town) => {
    const email = freshEmail()
    const { password: _password, ...form } = signUpForm(email, await proveMailbox(town, email))
    return { body: { ...form, snsUid: randomUUID() } }
  },
  'easyLogin.returnGet': () => ({ params: { entranceSns: 'google' }, query: { code: 'a', state: 'b', iss: 'c' } }),
  'easyLogin.returnPost': () => ({ params: { entranceSns: 'apple' }, body: { code: 'a', state: 'b', iss: 'c' } }),
  'easyLogin.start': () => ({ body: { entranceSns: 'google', autoLgnYn: 'N' } }),
  'file.upload': (_, { picture }) => ({ body: { kind: 'profile', file: picture } }),
  'gift.giftInsert': ({ own, email }, { citizens }) => ({
    body: {
      passUid: own.pass,
      id: citizens.find((one) => one.email !== email)?.email,
      message: 'Have a good day',
      proof: { giftUid: randomUUID(), deviceUid: own.device, epoch: 0, signature: 'AAAA' },
    },
  }),
  'giftLink.linkInsert': ({ own }) => ({
    body: {
      passUid: own.givePass,
      linkHash: makeKey().linkHash,
      message: 'Have a good day',
      proof: { giftUid: randomUUID(), deviceUid: own.device, epoch: 0, signature: 'AAAA' },
    },
  }),
  'giftLink.linkRead': () => ({ body: { key: LINK_KEY } }),
  'giftLink.linkOpen': () => ({ body: { key: LINK_KEY } }),
  'giftLink.linkReceive': () => ({ body: { key: LINK_KEY } }),
  'gift.giftList': () => ({ query: { pageNum: '1', pageSize: '10', type: 'sent' } }),
  'gift.giftReceive': ({ own }) => ({ body: { giftUid: own.receivedGift } }),
  'gift.giftRefuse': ({ own }) => ({ body: { giftUid: own.receivedGift } }),
  'gate.admit': ({ own }) => ({ body: { entryUid: randomUUID(), code: own.card } }),
  'redeem.redeem': () => ({ body: { entryUid: randomUUID(), code: 'HP1V:ABC' } }),
  'gate.enrol': () => ({ body: { code: '0000 0000 0000 0000', label: 'Door 2' } }),
  'gate.journal': ({ own }, { clock }) => ({
    body: {
      entries: [
        {
          entryUid: randomUUID(),
          seq: 1,
          at: clock(),
          code: own.card,
          held: { code: own.card, at: clock() },
          undone: { at: clock(), reason: 'other', note: 'wrong person' },
        },
      ],
      moreYn: 'N',
    },
  }),
  'gate.undo': ({ own }) => ({ body: { entryUid: own.entry, reason: 'did_not_enter', note: 'turned back' } }),
  'inquiry.insertInquiry': ({ own, email }) => ({
    body: { id: randomUUID(), email, content, files: [own.inquiryFile] },
  }),
  'main.benefit': () => ({ query: { language: 'en' } }),
  'main.catalogue': () => ({ query: { language: 'en' } }),
  'main.main': () => ({ query: { searchKeyword: 'sea', language: 'en', mo: 'Y' } }),
  'main.mainPass': () => ({ query: { searchKeyword: 'pass', language: 'en' } }),
  'main.popup': () => ({ query: { language: 'en' } }),
  'mypage.device': async ({ own, phone, token }) => ({
    body: {
      ...(await phone.proof(await phone.nonce(token))),
      label: 'Phone',
      passUid: own.spentPass,
      password: PASSWORD,
    },
  }),
  'mypage.passName': ({ own }) => ({ body: { passUid: own.pass, name: 'Mei' } }),
  'newsfeed.list': () => ({ query: { pageNum: '1', pageSize: '10', type: 'noti' } }),
  'newsfeed.read': ({ own }) => ({ body: { newsUids: [own.news] } }),
  'cart.quote': async ({ own }, { optionOf }) => ({
    body: {
      lines: [{ gdsDtlUid: await optionOf('pass-24h-mobile'), count: 1, unitPrice: 49_000 }],
      couponUid: own.coupon,
    },
  }),
  'cart.buy': ({ own }) => ({ body: { quoteUid: own.cartQuote, method: 'overseas_card', agreeYn: 'Y' } }),
  'pass.buyPass': ({ own }) => ({
    body: { quoteUid: own.quote, method: 'overseas_card', agreeYn: 'Y', receiptPlaceUid: undefined },
  }),
  'pass.buyPassPayInfo': async ({ own }, { optionOf }) => ({
    body: { couponUid: own.coupon, gdsDtlUid: await optionOf('pass-24h-mobile'), passCnt: 1, isPay: 'Y' },
  }),
  'pass.detail': by('id', 'pass-24h-mobile'),
  'pass.list': () => ({ query: { pageNum: '1', pageSize: '10', psCd: '', language: 'en' } }),
  'payment.paymentReturn': () => ({ query: { ordUid: randomUUID(), result: 'authorised' } }),
  'payment.paymentWebhook': () => ({ body: { type: 'payment.paid', key: 'none' } }),
  'pgLog.pgLog': ({ own }) => ({ body: { ordUid: own.order, result: 'authorised' } }),
  'passkey.addOptions': () => ({ body: { password: PASSWORD } }),
  'passkey.add': async (me, town) => ({ body: await town.makePasskey(me) }),
  'passkey.rename': ({ own }) => ({ body: { passkeyUid: own.passkey, name: 'My phone' } }),
  'passkey.remove': ({ own }) => ({ body: { passkeyUid: own.passkey, password: PASSWORD } }),
  'passkey.signIn': () => ({ body: { ...FORGED_PASSKEY, autoLgnYn: 'N' } }),
  'phoneLink.create': ({ own }) => ({ body: { passUid: own.spentPass, password: PASSWORD } }),
  'phoneLink.read': async (me, town) => ({ params: { id: (await town.linkOf(me)).id } }),
  'phoneLink.confirm': async (me, town) => ({ params: { id: (await town.linkOf(me)).id }, body: { number: null } }),
  'phoneLink.claim': async (me, town) => ({
    body: { secret: (await town.linkOf(me)).secret, claim: randomBytes(32).toString('base64url') },
  }),
  'phoneLink.open': () => ({ body: { claim: 'B'.repeat(43) } }),
  'posts.detail': by('id', 'notice-2026-07-typhoon'),
  'posts.faqDetail': by('id', 'faq-01'),
  'posts.faqList': worded,
  'posts.list': worded,
  'receiptplace.detail': by('id', 'gimhae-airport-intl'),
  'receiptplace.list': () => ({ query: { pageNum: '1', pageSize: '10', areaCd: '', language: 'en' } }),
  'profile.changePassword': ({ own, password }) => ({
    body: { currentPassword: password, password, deviceUid: own.device },
  }),
  'profile.copyMyData': ({ password }) => ({ body: { password } }),
  'profile.signOut': () => ({ body: { agreeYn: 'N', password: PASSWORD } }),
  'profile.update': ({ own }) => ({
    body: {
      engSurname: 'Lin',
      engNm: 'Mei',
      gender: 'none',
      birthYear: 1994,
      ntnCd: 'TW',
      mobile: '+886912345678',
      marketingYn: 'N',
      photo: own.profileFile,
    },
  }),
  'profile.validationId': ({ email }, { citizens }) => ({
    query: { id: citizens.find((one) => one.email !== email)?.email },
  }),
  'push.subscribe': ({ subscription }) => ({ body: { ...subscription, expirationTime: null } }),
  'push.toggle': () => ({ body: { pushYn: 'Y' } }),
  'recommendTour.detail': by('id', 'haeundae-highlights'),
  'recommendTour.list': () => ({
    query: {
      pageNum: '1',
      pageSize: '10',
      searchKeyword: 'sea',
      themeCd: '',
      etcInformation: 'free',
      tourDays: '',
      language: 'en',
    },
  }),
  'recommendTour.stopDetail': by('gdsUid', STOP),
  'stickyArea.directions': () => ({ query: { language: 'en' } }),
  'stickyArea.liveChat': () => ({ query: { language: 'en' } }),
  'stickyArea.promotionAttachment': by('id', PROMOTION),
  'stickyArea.promotionDetail': by('id', PROMOTION),
  'stickyArea.promotionList': () => ({
    query: { pageNum: '1', pageSize: '10', searchFilter: undefined, searchKeyword: 'sea', language: 'en' },
  }),
  'stickyArea.travelInfoDetail': by('id', 'ti-haeundae-beach'),
  'stickyArea.travelInfoList': () => ({
    query: { pageNum: '1', pageSize: '10', touristTycd: undefined, searchKeyword: 'sea', language: 'en' },
  }),
  'recovery.changePassword': () => ({ body: { accessToken: 'none', password: 'Gwangalli-2026!' } }),
  'recovery.findId': () => ({ query: { engNm: 'Mei', engSurname: 'Lin', mobile: '+886912345678', ntnCd: 'TW' } }),
  'recovery.findPassword': () => ({ query: { email: freshEmail() } }),
  'session.end': async (me, town) => ({ params: { id: await town.elsewhere(me) } }),
  'refund.refundPass': ({ own }) => ({
    body: { rsvtUid: own.order, whyCd: 'plans_changed', etcWhy: 'A typhoon', passUids: [own.orderPass] },
  }),
  'sync.sync': () => ({ query: { cursor: 'none' } }),
  'terms.detail': by('code', 'service'),
  'terms.list': () => ({ query: { pageNum: '1', pageSize: '10', language: 'en' } }),
  'venue.list': () => ({
    query: { pageNum: '1', pageSize: '10', venueTycd: undefined, areaCd: '', searchKeyword: 'sea', language: 'en' },
  }),
}

/** Returns a request with the caller's own ids, and a page if the call has pages. */
const requestWithIds = (name: string, call: Call, { own }: SampleMember): RawRequest => {
  const request: Record<string, Record<string, string>> = {}
  if (hasPages(call)) request.query = { pageNum: '1', pageSize: '10' }
  for (const path of idsOf(call)) {
    const [requestPart = '', field = ''] = path.split('.')
    const kinds = IDS[`${name} ${path}`]
    if (typeof kinds === 'object' && kinds[0])
      request[requestPart] = { ...request[requestPart], [field]: own[kinds[0]] }
  }
  return request
}

/** Returns a valid request for a call: that of `VALID_REQUESTS`, or one of ids and paging alone. */
export const validRequest = (name: string, me: SampleMember, town: PopulatedShop): RawRequest | Promise<RawRequest> => {
  const call = CALLS.get(name)
  if (!call) throw new Error(`no call ${name}`)
  return VALID_REQUESTS[name]?.(me, town) ?? requestWithIds(name, call, me)
}
