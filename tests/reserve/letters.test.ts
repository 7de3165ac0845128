import { createHash } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as profile from '#contract/calls/profile.ts'
import * as reserve from '#contract/calls/reserve.ts'
import type { Locale } from '#contract/locales.ts'
import { DAY_MS } from '#contract/time.ts'
import { job } from '#server/db/schema/job.ts'
import { answerRequest } from '#server/modules/reserve/service.ts'
import { createMailQueue } from '#server/outside/mail/mailQueue.ts'
import { drawnEngines } from '../harness/engines.ts'
import { PASSWORD } from '../harness/factories.ts'
import { openMailbox, readLetter } from '../harness/mailbox.ts'
import { openReservationShop, PERFUME, ROOM, VAN, type ReservationShop } from './reservationShop.ts'

/** An address that is typed into the form and not proven. */
const TYPED = 'typed@mail.example'

describe.each(drawnEngines())('the mail about a cancelled reservation, on %s', (engine) => {
  let inn: ReservationShop
  let mailbox: Awaited<ReturnType<typeof openMailbox>>
  const ours = () => like(job.key, 'mail:reservation-cancelled:%')
  beforeAll(async () => {
    inn = await openReservationShop({ engine })
    mailbox = await openMailbox()
  })
  afterAll(async () => {
    await inn.close()
    await mailbox.close()
  })

  /** Reserves and pays as a member who uses `locale`. */
  const book = async (goods: string, nth: number, locale: Locale = 'en') => {
    const visitor = await inn.visitor()
    const token = visitor.accessToken
    const quoteUid = await inn.quoteOf(token, goods, await inn.nameOf(goods, nth))
    const guest = { quoteUid, email: TYPED }
    const { rsvtUid = '', rsvtNumber = '' } = (await inn.call(reserve.create, { token, body: guest })).data ?? {}
    const body = { reserveId: rsvtUid, method: 'overseas_card', agreeYn: 'Y' } as never
    const { ordUid = '', payUrl } = (await inn.call(reserve.payInfo, { token, body, locale })).data?.order ?? {}
    inn.post.closed = true
    if (payUrl) {
      await inn.bank.press(payUrl, 'approve')
      await inn.returnFromPayment(ordUid)
    }
    return { ...visitor, token, rsvtUid, rsvtNumber, ordUid }
  }
  const cancel = (token: string, reserveId: string, locale: Locale) =>
    inn.call(reserve.cancel, { token, query: { reserveId }, locale })
  const decline = (rsvtUid: string) =>
    inn.deps.db.transaction((tx) => answerRequest(tx, { rsvtUid, accept: false }, inn.clock()))

  /** Ids of the mails about cancelled reservations; members get others too. */
  const messageIds = async () => {
    const jobs = await inn.deps.db.select().from(job).where(ours())
    const keys = jobs.map(({ key }) => key.replace(/^mail:/, ''))
    return keys.map((key) => createHash('sha256').update(key).digest('hex').slice(0, 32))
  }

  /** Sends all due mails over SMTP and returns those about a cancelled reservation to one address. */
  const lettersTo = async (email: string) => {
    await inn.jobs()
    const mail = createMailQueue({ ...inn.deps, config: { ...inn.deps.config, smtpUrl: mailbox.url } })
    await mail.deliver()
    await mail.close()
    const ids = await messageIds()
    const letters = mailbox.letters.map(readLetter).filter(({ to }) => to.includes(email))
    return letters.filter(({ head }) => ids.some((id) => head.includes(id)))
  }

  test("is not sent for an unpaid hold, a reservation that stands, or a stranger's attempt to cancel", async () => {
    const paid = await book(PERFUME, 1)
    const held = await inn.hold(paid.token, PERFUME, await inn.nameOf(PERFUME, 2))
    await cancel(paid.token, held.rsvtUid, 'en')
    const stranger = await inn.visitor()
    expect((await cancel(stranger.accessToken, paid.rsvtUid, 'en')).status.code).toBe('E_NOT_FOUND')
    const requested = await book(VAN, 1)
    await inn.deps.db.transaction((tx) => answerRequest(tx, { rsvtUid: requested.rsvtUid, accept: true }, inn.clock()))
    for (const { email } of [paid, stranger, requested]) expect(await lettersTo(email)).toEqual([])
    expect(await inn.deps.db.select().from(job).where(ours())).toEqual([])
  })

  test('is not sent to a member who has withdrawn', async () => {
    const { token, ordUid, email } = await book(PERFUME, 7)
    await inn.dispute((await inn.storedOrder(ordUid)).paymentKey, true)
    const withdrawal = await inn.call(profile.signOut, { token, body: { agreeYn: 'Y', password: PASSWORD } })
    expect(withdrawal.status.code).toBe('200')
    // A withdrawal clears the name at once and the row within a day: the mail's job runs in between.
    const later = inn.clock() + DAY_MS
    await inn.deps.db.update(job).set({ dueAt: later }).where(eq(job.kind, 'erase-member'))
    for (const address of [email, 'withdrawn.invalid']) expect(await lettersTo(address)).toEqual([])
  })

  test("after a cancellation by the guest it is in the guest's present language, with number, amount and time", async () => {
    const { token, rsvtUid, rsvtNumber, email } = await book(ROOM, 1, 'en')
    await cancel(token, rsvtUid, 'jp')
    const [letter, ...furtherLetters] = await lettersTo(email)
    expect(furtherLetters).toEqual([])
    expect(letter?.subject).toBe(`ご予約（${rsvtNumber}）がキャンセルされました`)
    const year = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Seoul', year: 'numeric' }).format(inn.clock())
    for (const body of [letter?.text, letter?.html]) {
      expect(body).toContain(rsvtNumber)
      expect(body).toContain('85,000ウォンを、ご利用のお支払い方法に返金します。')
      expect(body).toContain(`キャンセル日時：${year}年`)
    }
    expect(letter?.html).toContain('<html lang="ja">')
    expect(`${letter?.text}${letter?.html}`).not.toMatch(/\{|NaN|undefined/)
  })

  test('after a refusal by the place it is in the language of the purchase, and goes to the proven mailbox', async () => {
    const { rsvtUid, rsvtNumber, email, ordUid } = await book(VAN, 3, 'ko')
    await decline(rsvtUid)
    const [letter, ...furtherLetters] = await lettersTo(email)
    expect(furtherLetters).toEqual([])
    expect(letter?.subject).toBe(`예약이 취소되었습니다(예약번호 ${rsvtNumber})`)
    expect(letter?.text).toContain(`예약(예약번호 ${rsvtNumber})을 확정할 수 없어 취소했습니다.`)
    expect(letter?.text).toMatch(/결제하신 수단으로 \d{3},000원을 환불해 드립니다/)
    expect(mailbox.recipients).not.toContain(`RCPT TO:<${TYPED}>`)
    expect((await inn.storedOrder(ordUid)).kept).toBe(0)
  })

  test('after a dispute it promises no refund of ours', async () => {
    const { rsvtUid, rsvtNumber, email, ordUid } = await book(PERFUME, 3, 'en')
    const { paymentKey } = await inn.storedOrder(ordUid)
    await inn.dispute(paymentKey, true)
    const [letter] = await lettersTo(email)
    expect(letter?.subject).toBe(`Your reservation ${rsvtNumber} has been cancelled`)
    expect(letter?.text).toContain('Your payment of 45,000 won is being returned through your bank')
    expect(letter?.text).not.toContain('We are refunding')
    // The dispute is resolved and the money refunded: no second mail.
    await inn.dispute(paymentKey, false)
    expect(await lettersTo(email)).toHaveLength(1)
    expect((await inn.row(rsvtUid)).state).toBe('cancelled')
  })

  test('after a payment by coupon alone it promises no refund', async () => {
    const { token, rsvtUid, email, memberId } = await book(PERFUME, 4)
    await cancel(token, rsvtUid, 'en')
    const couponUid = await inn.give(memberId, { value: 1_000_000 })
    const { rsvtUid: free } = await inn.hold(token, PERFUME, await inn.nameOf(PERFUME, 5))
    await inn.order(token, free, { couponUid })
    await cancel(token, free, 'cht')
    const texts = (await lettersTo(email)).map(({ text }) => text)
    expect(texts).toHaveLength(2)
    expect(texts.filter((text) => text.includes('45,000 won'))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('無需退款'))).toHaveLength(1)
  })

  test('is sent once, also when its job runs again and two processes deliver mails', async () => {
    const { token, rsvtUid, email } = await book(PERFUME, 6)
    await cancel(token, rsvtUid, 'chs')
    await inn.jobs()
    const rerunJob = () =>
      inn.deps.db
        .update(job)
        .set({ dueAt: inn.clock(), doneAt: null })
        .where(eq(job.key, `letter:${rsvtUid}`))
        .returning({ key: job.key })
    expect(await rerunJob()).toHaveLength(1)
    const both = await Promise.all([lettersTo(email), lettersTo(email)])
    expect(both.flat().length).toBeGreaterThan(0)
    await rerunJob()
    expect(await lettersTo(email)).toHaveLength(1)
  })
})
