import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { RESERVE_HOLD_MS } from '#contract/limits.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { serverNow, useNow } from '#data/clock.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { cancelReservation, holdGoods, type GoodsChoice, type GoodsQuote, type UserInfo } from '#data/reserve.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { useFormat } from '#i18n/format.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { Icon } from '#ui/icon.tsx'
import { ApproximatePrice } from '../currency/approximatePrice.tsx'
import { RateNote } from '../currency/rateNote.tsx'
import { useErrorSummary } from '../formErrors.ts'
import note from '../payment/note.module.css'
import payment from '../payment/payment.module.css'
import { PriceFailure } from '../payment/priceFailure.tsx'
import { CancelNote } from './cancelTerms.tsx'
import { GoodsTicket } from './goodsTicket.tsx'
import { goodsLink, useGoodsKind } from './goodsPath.ts'
import { e164, GuestFields } from './guestFields.tsx'
import { PriceLines } from './priceLines.tsx'
import { GUEST_FIELDS, guestOf, holdOf, keepGuest, keepHold, releaseHold, type GuestDetails } from './reserveDraft.ts'
import type { useGoodsQuote } from './useGoodsQuote.ts'
import styles from './reserve.module.css'

interface Props {
  goodsId: string
  memberId: string
  choice: GoodsChoice
  member: UserInfo
  pricing: ReturnType<typeof useGoodsQuote> & { quote: GoodsQuote }
}

/** Renders who comes and what it costs. The submit holds the choice and leads to the payment. */
export function GuestForm({ goodsId, memberId, choice, member, pricing }: Props) {
  const { price } = useFormat()
  const kind = useGoodsKind()
  const navigate = useNavigate()
  const now = useNow(MINUTE_MS)
  const summary = useErrorSummary('guest')
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const { quote, previousAmountKrw } = pricing
  const country = member.ntnCd ?? ''
  const form = useForm<GuestDetails>({ defaultValues: guestOf(memberId, member), shouldFocusError: false })
  const { handleSubmit, setError, subscribe, formState } = form
  const { errors, isSubmitting, submitCount } = formState
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepGuest(memberId, values) }),
    [subscribe, memberId],
  )
  const pay = (rsvtUid: string) =>
    navigate({ ...goodsLink(kind, goodsId, { step: 'pay', rsvtUid }), resetScroll: true })

  const submit = handleSubmit(async (typed) => {
    setFailure(null)
    const held = holdOf(memberId, choice, serverNow())
    if (held && JSON.stringify(held.guest) === JSON.stringify(typed)) return void pay(held.rsvtUid)
    // Other details need another reservation; two would hold twice as much.
    if (held) await cancelReservation(held.rsvtUid, crypto.randomUUID())
    releaseHold(memberId)
    const mobile = typed.mobile.trim() === '' ? null : await e164(typed.mobile, country)
    const outcome = await holdGoods({
      quoteUid: quote.quoteUid,
      name: typed.name.trim(),
      email: typed.email.trim(),
      ...(mobile !== null && { mobile }),
      // Also an empty one: after a lost answer it takes the place of what was sent before.
      wish: typed.wish.trim(),
    })
    if (outcome.ok) {
      keepHold(memberId, choice, typed, outcome.data)
      return void pay(outcome.data.rsvtUid)
    }
    for (const { field, reason } of outcome.fields ?? []) {
      const name = GUEST_FIELDS.find((each) => field.endsWith(each))
      if (name) setError(name, { message: reason })
    }
    if (outcome.code === 'E_PHONE') setError('mobile', { message: 'phone' })
    else setFailure(outcome)
    // The price has expired, or somebody else was faster: what can be reserved now is asked anew.
    if (outcome.code === 'E_HOLD_OVER' || outcome.code === 'E_NO_ROOM' || outcome.code === 'E_NOT_FOUND')
      await pricing.renew()
  })
  const total = price(quote.amount)
  const minutes = RESERVE_HOLD_MS / MINUTE_MS
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={payment.checkout}>
      <div className={payment.fields}>
        <ErrorSummary key={submitCount} errors={summary(errors, GUEST_FIELDS)} />
        <section className={payment.block}>
          <h2>
            <Trans>Who is coming?</Trans>
          </h2>
          <GuestFields form={form} country={country} />
        </section>
        <section className={payment.block}>
          <h2>
            <Trans>Before you pay</Trans>
          </h2>
          <CancelNote policy={quote} now={now} />
          <p className={note.note}>
            <Icon of={Hourglass} size={16} />
            <Plural
              value={minutes}
              one="We hold your reservation for # minute while you pay. You are charged only when you pay."
              other="We hold your reservation for # minutes while you pay. You are charged only when you pay."
            />
          </p>
          <RateNote />
          {quote.confirmation === 'request' && <OnRequest />}
        </section>
      </div>
      <div className={payment.summary}>
        <div className={styles.summaryCard}>
          <GoodsTicket
            kind={kind}
            title={quote.goodsNm}
            option={quote.optionNm}
            count={quote.goodsCnt}
            priceSn={quote.priceSn}
            startsAt={quote.startsAt}
            endsAt={quote.endsAt}
          />
          <PriceLines
            kind={kind}
            unitPrice={quote.unitPrice}
            nights={quote.nights}
            nightPrices={quote.nightPrices}
            count={quote.goodsCnt}
            amount={quote.amount}
          />
        </div>
        <ActionBar className={payment.pay}>
          <PriceMessages
            total={total}
            before={previousAmountKrw === null ? null : price(previousAmountKrw)}
            failure={failure}
          />
          {pricing.failure && (
            <PriceFailure failure={pricing.failure} busy={pricing.busy} onRetry={() => void pricing.renew()} />
          )}
          <p className={payment.total} aria-live="polite">
            <span>
              <Trans>Total</Trans>
            </span>
            <ApproximatePrice krw={quote.amount} />
            <strong>{total}</strong>
          </p>
          <Button type="submit" full busy={isSubmitting || pricing.busy}>
            <Trans>Continue to payment</Trans>
          </Button>
        </ActionBar>
      </div>
    </form>
  )
}

/** Renders that the place itself confirms a reservation, after the payment. */
export function OnRequest() {
  return (
    <Banner tone="harbour">
      <Trans>
        The place must confirm this reservation after you pay. If it does not, you get the full amount back.
      </Trans>
    </Banner>
  )
}

/** Renders what has happened to the price or the reservation, beside the button. */
function PriceMessages({
  total,
  before,
  failure,
}: {
  total: string
  before: string | null
  failure: FailedOutcome | null
}) {
  const { t } = useLingui()
  const errorText = useErrorText()
  // An expired price that was asked anew is not an error: the new price says so.
  const isRepriced = failure?.code === 'E_HOLD_OVER'
  return (
    <>
      {before !== null && (isRepriced || before !== total) && (
        <Banner tone="amber" role="alert">
          {before === total ? (
            <Trans>We checked the price again: it is still {total}.</Trans>
          ) : (
            <Trans>
              The price has changed from {before} to {total}. You have not been charged.
            </Trans>
          )}
        </Banner>
      )}
      {failure && !isRepriced && (
        <Banner tone="red" role="alert">
          {errorText(failure)}
          {failure.code === 'OFFLINE' && ` ${t`Pressing the button again will not make a second reservation.`}`}
        </Banner>
      )}
    </>
  )
}
