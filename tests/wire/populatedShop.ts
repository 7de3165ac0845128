import { createHash, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import * as cart from '#contract/calls/cart.ts'
import { exchangeCardList, passInsert } from '#contract/calls/card.ts'
import { admit } from '#contract/calls/gate.ts'
import { giftInsert, giftReceive } from '#contract/calls/gift.ts'
import { insertInquiry } from '#contract/calls/inquiry.ts'
import { paperInsert } from '#contract/calls/coupon.ts'
import { deviceNonce } from '#contract/calls/mypage.ts'
import { create as createPhoneLink } from '#contract/calls/phoneLink.ts'
import { list as newsList } from '#contract/calls/newsfeed.ts'
import { subscribe } from '#contract/calls/push.ts'
import { refundList, refundPass } from '#contract/calls/refund.ts'
import { insert as askQuestion } from '#contract/calls/question.ts'
import { insert as writeReview } from '#contract/calls/review.ts'
import { list as sessionList } from '#contract/calls/session.ts'
import { fromBase64url } from '#contract/rules/bytes.ts'
import { presentCode } from '#contract/rules/passCode.ts'
import { DAY_MS } from '#contract/time.ts'
import { pass as passTable } from '#server/db/schema/pass.ts'
import { reservation as reservationTable } from '#server/db/schema/reservation.ts'
import { sampleNumber } from '#server/modules/card/numbers.ts'
import { linkCalls } from '../aftersales/linkGiver.ts'
import { gateAt } from '../coupons/exchangeDesk.ts'
import { googleSettings } from '../harness/wallets.ts'
import { buyQuote, giveOne, makeIssue, printNumber, quoteFor } from '../coupons/wallet.ts'
import { upload, signIn, type signUpMember } from '../harness/factories.ts'
import { passkeyCalls } from '../harness/passkeys.ts'
import type { Engine } from '../payment/shop.ts'
import { openPushService } from '../news/pushService.ts'
import { makePhone } from '../passes/phone.ts'
import { openReservationShop, PERFUME, ROOM } from '../reserve/reservationShop.ts'
import { addShownCode } from '../reserve/shownCode.ts'
import { recordWrites } from './writes.ts'

/** Kinds of ids that belong to one member. An id that a call takes is of one or more of these kinds. */
export const KINDS = [
  'pass',
  'spentPass',
  'order',
  'orderPass',
  'quote',
  'goodsQuote',
  'cartQuote',
  'cartOrder',
  'coupon',
  'printed',
  'givePass',
  'sentGift',
  'receivedGift',
  'endedGift',
  'inquiry',
  'held',
  'booked',
  'goodsCode',
  'visited',
  'reviewed',
  'review',
  'question',
  'profileFile',
  'reviewFile',
  'inquiryFile',
  'session',
  'refund',
  'news',
  'endpoint',
  'device',
  'nonce',
  'phoneLink',
  'passkey',
  'voucher',
  'card',
  'entry',
] as const
export type Kind = (typeof KINDS)[number]

/** Key of a gift's link that a fourth member has made. */
export const LINK_KEY = 'GiftGiftGiftGiftGiftGiftGiftGift'

export interface SampleMember {
  memberId: string
  email: string
  password: string
  token: string
  refreshToken: string
  own: Record<Kind, string>
  phone: Awaited<ReturnType<typeof makePhone>>
  /** The subscription as the browser serialises it. */
  subscription: ReturnType<Awaited<ReturnType<typeof openPushService>>['makePhone']>['subscription']
}

const existing = <T>(value: T | null | undefined, what: string): NonNullable<T> => {
  if (value === null || value === undefined) throw new Error(`The town has no ${what}.`)
  return value
}

/**
 * Opens a shop with three members, each with one thing of every kind, made by calls, and with a gate at an attraction
 * and one at an exchange desk.
 */
export const openPopulatedShop = async (engine: Engine, env: Record<string, string> = {}) => {
  const service = await openPushService()
  const inn = await openReservationShop({
    engine,
    env: { SNS_SANDBOX_PORT: '0', ...googleSettings().env, ...env },
    reach: service.reach,
  })
  // The gateway's messages are not awaited: orders are settled by the return.
  inn.post.closed = true
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#146' } })
    .png()
    .toBuffer()
  const gate = { attraction: await gateAt(inn, 'busan-tower'), desk: await gateAt(inn, 'gimhae-airport-intl') }
  const goodsQuotes = await Promise.all([0, 1, 2].map((nth) => inn.nameOf(PERFUME, nth)))
  const open = existing(goodsQuotes[0], 'departure')

  const buy = async (token: string, passCnt: number) => {
    const { ordUid, payUrl } = await inn.place(token, passCnt)
    await inn.bank.press(payUrl, 'approve')
    await inn.returnFromPayment(ordUid)
    const passes = await inn.deps.db
      .select()
      .from(passTable)
      .where(eq(passTable.ordUid, ordUid))
      .orderBy(passTable.unit)
    return { ordUid, passUids: passes.map(({ passUid }) => passUid) }
  }
  const send = async (from: string, passUid: string, to: string) =>
    existing((await inn.call(giftInsert, { token: from, body: { passUid, id: to } })).data, 'gift').giftUid
  const uploadOf = async (token: string, kind: string) =>
    existing((await upload(inn, { token, kind, bytes: picture })).data, 'file').fileUid

  /** Buys a card pass, which then waits at the exchange desk. */
  const buyCard = async (token: string) => {
    const quoted = await quoteFor(inn, token, { gdsDtlUid: await inn.optionOf('pass-48h-card') })
    const bought = existing(
      (await buyQuote(inn, token, existing(quoted.data, 'quote').quoteUid, { receiptPlaceUid: 'gimhae-airport-intl' }))
        .data,
      'order of a card',
    )
    await inn.bank.press(existing(bought.payUrl, 'payment page'), 'approve')
    await inn.returnFromPayment(bought.ordUid)
  }
  /** Binds a pass to the phone and returns a live code of it. */
  const show = async (token: string, phone: SampleMember['phone'], passUid: string) => {
    const binding = await phone.show(token, { passUid })
    const certificate = binding.data?.list.find((one) => one.passUid === passUid)?.certificate
    const bytes = existing(fromBase64url(existing(certificate, 'certificate')), 'certificate')
    return {
      deviceUid: existing(binding.data, 'device').deviceUid,
      code: await presentCode(bytes, inn.clock(), phone.sign),
    }
  }

  /** Prices a cart of one pass. */
  const quoteCart = async (token: string) => {
    const line = { gdsDtlUid: await inn.optionOf('pass-24h-mobile'), count: 1, unitPrice: 49_000 }
    const quoted = await inn.call(cart.quote, { token, body: { lines: [line] } })
    return existing(quoted.data?.quoteUid, 'quote of a cart')
  }
  const buyCart = async (token: string) => {
    const body = { quoteUid: await quoteCart(token), method: 'overseas_card', agreeYn: 'Y' } as const
    return existing((await inn.call(cart.buy, { token, body })).data, 'order of a cart').ordUid
  }

  const passkeys = passkeyCalls(inn)
  const settle = async (nth: number, member: Awaited<ReturnType<typeof signUpMember>>): Promise<SampleMember> => {
    const { accessToken: token, refreshToken, memberId, email, password } = member
    const otherSession = await signIn(inn, member)
    const sessions = existing((await inn.call(sessionList, { token })).data, 'session').list
    const [spentPass = '', pass = ''] = (await buy(token, 2)).passUids
    const refunded = await buy(token, 1)
    const {
      ordUid,
      passUids: [orderPass = ''],
    } = await buy(token, 1)
    await inn.call(refundPass, { token, body: { rsvtUid: refunded.ordUid, whyCd: 'plans_changed' } })
    const phone = await makePhone(inn)
    const { deviceUid, code } = await show(token, phone, spentPass)
    const entry = randomUUID()
    const admitted = await inn.call(admit, { token: gate.attraction, body: { entryUid: entry, code } })
    if (admitted.data?.verdict !== 'admitted') throw new Error(`not admitted: ${admitted.data?.reason ?? ''}`)
    await buyCard(token)
    const cards = existing((await inn.call(exchangeCardList, { token })).data, 'card').list
    const card = sampleNumber(1, nth + 1)
    await inn.call(passInsert, { token, query: { cardNum: card } })
    const printed = await printNumber(inn)
    await inn.call(paperInsert, { token, body: { couponUid: printed } })
    const visits = [
      (await inn.book(token, PERFUME, existing(goodsQuotes[nth], 'slot'))).rsvtUid,
      (await inn.book(token, PERFUME, existing(goodsQuotes[nth], 'slot'))).rsvtUid,
    ]
    inn.post.closed = true
    const yesterday = inn.clock() - DAY_MS
    for (const rsvtUid of visits)
      await inn.deps.db
        .update(reservationTable)
        .set({ startsAt: yesterday, endsAt: yesterday + DAY_MS / 24, cancelUntil: yesterday })
        .where(eq(reservationTable.rsvtUid, rsvtUid))
    const [visited = '', reviewed = ''] = visits
    const written = await inn.call(writeReview, {
      token,
      body: { rsvtUid: reviewed, rating: 5, content: 'Calm, clean and run by kind people.' },
    })
    const questionUid = randomUUID()
    const storedQuestion = await inn.call(askQuestion, {
      token,
      body: { questionUid, gdsUid: 'act-perfume', content: 'Is there a lift?', privateYn: 'Y' },
    })
    const booked = (await inn.book(token, PERFUME, open)).rsvtUid
    inn.post.closed = true
    const { subscription } = service.makePhone()
    await inn.call(subscribe, { token, body: subscription })
    const inquiry = existing(
      (
        await inn.call(insertInquiry, {
          token,
          body: { email, content: 'Where is the desk?', files: [await uploadOf(token, 'inquiry')] },
        })
      ).data,
      'inquiry',
    )
    return {
      memberId,
      email,
      password,
      token,
      refreshToken,
      phone,
      subscription,
      own: {
        pass,
        spentPass,
        order: ordUid,
        orderPass,
        quote: existing((await quoteFor(inn, token)).data, 'quote').quoteUid,
        goodsQuote: await inn.quoteOf(token, PERFUME, open),
        cartQuote: await quoteCart(token),
        cartOrder: await buyCart(token),
        coupon: await giveOne(inn, token),
        printed,
        givePass: '',
        sentGift: '',
        receivedGift: '',
        endedGift: '',
        inquiry: inquiry.id,
        held: (await inn.hold(token, ROOM, await inn.nameOf(ROOM, nth))).rsvtUid,
        booked,
        goodsCode: await addShownCode(inn, booked),
        visited,
        reviewed,
        review: existing(written.data, 'review').reviewUid,
        question: existing(storedQuestion.data, 'question').questionUid,
        profileFile: await uploadOf(token, 'profile'),
        reviewFile: await uploadOf(token, 'review'),
        inquiryFile: await uploadOf(token, 'inquiry'),
        session: existing(
          sessions.find(({ current }) => !current),
          `session beside ${otherSession.userInfo.email}’s`,
        ).id,
        refund: existing((await inn.call(refundList, { token })).data?.list[0], 'refund').refundUid,
        news: existing((await inn.call(newsList, { token })).data?.list[0], 'news').newsUid,
        endpoint: subscription.endpoint,
        device: deviceUid,
        nonce: existing((await inn.call(deviceNonce, { token })).data, 'nonce').nonce,
        phoneLink: existing((await inn.call(createPhoneLink, { token, body: { password } })).data, 'phone link').id,
        passkey: (await passkeys.addOne(token)).passkeyUid,
        voucher: existing(cards[0]?.voucher, 'voucher'),
        card,
        entry,
      },
    }
  }

  const citizens: SampleMember[] = []
  for (const nth of [0, 1, 2]) citizens.push(await settle(nth, await inn.member()))
  const { accessToken } = await inn.member()
  const [linkedPass = ''] = (await buy(accessToken, 1)).passUids
  const linkHash = createHash('sha256').update(LINK_KEY).digest('hex')
  existing((await linkCalls(inn).make(accessToken, { passUid: linkedPass, linkHash })).data, 'gift by link')
  // Each member sends two gifts to the next one: the first stays open, the second is accepted. A third pass is left.
  for (const [nth, from] of citizens.entries()) {
    const to = existing(citizens[(nth + 1) % 3], 'neighbour')
    const [first = '', second = '', third = ''] = (await buy(from.token, 3)).passUids
    from.own.givePass = third
    from.own.sentGift = await send(from.token, first, to.email)
    to.own.receivedGift = from.own.sentGift
    from.own.endedGift = await send(from.token, second, to.email)
    await inn.call(giftReceive, { token: to.token, body: { giftUid: from.own.endedGift } })
  }

  await recordWrites(inn)
  return {
    ...inn,
    /** Both sides of a gift know its id; every other id has one owner. */
    knows: (me: SampleMember, id: string): boolean => {
      const before = citizens[(citizens.indexOf(me) + 2) % 3]
      return [...Object.values(me.own), before?.own.endedGift].includes(id)
    },
    /** Opens another session of the same member and returns its id. */
    elsewhere: async (me: SampleMember): Promise<string> => {
      await signIn(inn, me)
      const { data } = await inn.call(sessionList, { token: me.token })
      return existing(
        data?.list.find(({ current }) => !current),
        'other session',
      ).id
    },
    /** Makes another link for a phone, which replaces the member's earlier one. */
    linkOf: async ({ token, password }: SampleMember) =>
      existing((await inn.call(createPhoneLink, { token, body: { password } })).data, 'phone link'),
    /** Returns the answer of a device that makes a passkey for this member. */
    makePasskey: async ({ token }: SampleMember) => passkeys.device.make(await passkeys.optionsFor(token)).answer,
    citizens: citizens as [SampleMember, SampleMember, SampleMember],
    gate,
    picture,
    /** The `priceSn` of a departure on sale. */
    departure: open,
    makeIssue: () => makeIssue(inn),
    printNumber: () => printNumber(inn),
    close: async () => {
      await inn.close()
      await service.close()
    },
  }
}
export type PopulatedShop = Awaited<ReturnType<typeof openPopulatedShop>>
