import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { GoodsOrder } from '#contract/calls/pass.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { payReservation } from '#data/reserve.ts'
import { useFormat } from '#i18n/format.ts'
import { AnchorButton, Button, LinkButton } from '#ui/button.tsx'
import { LoadingLine } from '#ui/skeleton.tsx'
import { FailureBanner } from '../failureBanner.tsx'
import { useFirstMethod } from '../payment/methodField.tsx'
import orderStyles from '../payment/order.module.css'
import { openPaymentPage, safeUrl, useIsOpening } from '../payment/paymentRedirect.ts'
import screen from '../screen.module.css'
import { goodsLink, useGoodsKind } from './goodsPath.ts'
import { paymentOf } from './reserveDraft.ts'
import type { Paying } from './usePayInfo.ts'
import { PaymentHints } from '../payment/paymentHints.tsx'

interface Props {
  goodsId: string
  memberId: string
  paying: Paying
  order: GoodsOrder
}

/** Renders an order whose payment has begun and is not decided: what happens at the bank, and the ways on. */
export function OpenOrder({ goodsId, memberId, paying, order }: Props) {
  const { t } = useLingui()
  const { price } = useFormat()
  const kind = useGoodsKind()
  const isOpening = useIsOpening(order.ordUid)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const rsvtUid = paying.payInfo?.reservation.rsvtUid ?? ''
  const method = useFirstMethod(paying.payInfo?.methods ?? [], paymentOf(memberId, rsvtUid).method)
  const payUrl = safeUrl(order.payUrl)
  const amount = price(order.amount)
  /** Asks for the payment page of the same order: it was written, and its page was not opened. */
  const open = async () => {
    if (!method) return
    setBusy(true)
    setFailure(null)
    const outcome = await payReservation(rsvtUid, { method })
    setBusy(false)
    if (!outcome.ok) setFailure(outcome)
    else {
      paying.adopt(outcome.data)
      if (outcome.data.order) openPaymentPage(outcome.data.order)
    }
  }
  return (
    <>
      <div className={orderStyles.outcome}>
        <LoadingLine label={t`Loading the payment`} active={isOpening} />
        <h2>
          {isOpening ? <Trans>Taking you to the payment page</Trans> : <Trans>Your payment is not confirmed yet</Trans>}
        </h2>
        <p className={screen.lead}>
          {isOpening ? (
            <Trans>You will pay {amount} on our payment partner’s page.</Trans>
          ) : (
            <Trans>
              We have not received confirmation of your payment of {amount}. If you have already paid, choose “I have
              paid”.
            </Trans>
          )}
        </p>
      </div>
      <PaymentHints />
      <FailureBanner failure={failure} />
      <div className={orderStyles.ways}>
        {payUrl ? (
          <AnchorButton href={payUrl} full>
            <Trans>Open the payment page</Trans>
          </AnchorButton>
        ) : (
          <Button full busy={busy} onClick={() => void open()}>
            <Trans>Open the payment page</Trans>
          </Button>
        )}
        {!isOpening && (
          <LinkButton {...goodsLink(kind, goodsId, { step: 'done', rsvtUid })} kind="outline" full>
            <Trans>I have paid</Trans>
          </LinkButton>
        )}
      </div>
    </>
  )
}
