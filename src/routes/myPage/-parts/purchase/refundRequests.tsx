import { Trans, useLingui } from '@lingui/react/macro'
import type { PurchaseDetail } from '#data/purchases.ts'
import type { RefundItem } from '#data/refund.ts'
import { useFormat } from '#i18n/format.ts'
import { RefundTag } from './purchaseTags.tsx'
import styles from './purchase.module.css'

/** Renders the refund requests of a purchase, the latest first. */
export function RefundRequests({ purchase: { refunds } }: { purchase: PurchaseDetail }) {
  if (refunds.length === 0) return null
  return (
    <section className={styles.block}>
      <h2>
        <Trans>Refunds</Trans>
      </h2>
      {refunds.toReversed().map((request) => (
        <Request key={request.refundUid} request={request} />
      ))}
    </section>
  )
}

/** Renders what happens next with a request, or why it was denied. */
export function RefundNext({ request: { state, deskYn, refusal } }: { request: RefundItem }) {
  const { t } = useLingui()
  if (state === 'completed')
    return <Trans>We have refunded the card you paid with. Card companies usually need 7 to 14 working days.</Trans>
  if (state === 'requested')
    return deskYn === 'Y' ? (
      <Trans>
        Our staff will review this request on working days. Until they decide, passes in it cannot be used for entry. We
        will tell you the result in News.
      </Trans>
    ) : (
      <Trans>
        Passes in this request are void. We are returning the money to your card and will tell you in News when the
        refund is completed.
      </Trans>
    )
  const reasons = {
    gateway: t`Our payment partner did not accept the refund. No money was returned, and your purchase is unchanged. Contact customer support.`,
    desk: t`Our staff denied the request. No money was returned, and your purchase is unchanged.`,
    used: t`A pass was used before we decided on the request. No money was returned, and your purchase is unchanged.`,
  }
  return reasons[refusal ?? 'desk']
}

function Request({ request }: { request: RefundItem }) {
  const { date, price } = useFormat()
  const { state, cancelAmt, requestedAt, endedAt, note } = request
  const requested = date(requestedAt, 'long')
  const ended = endedAt === null ? '' : date(endedAt, 'long')
  return (
    <article className={styles.request} data-refund={state}>
      <p>
        <RefundTag state={state} />
        <strong>{price(cancelAmt)}</strong>
      </p>
      <p className={styles.note}>
        <Trans>Requested {requested}</Trans>
        {endedAt !== null && (
          <>
            {' · '}
            {state === 'completed' ? <Trans>Completed {ended}</Trans> : <Trans>Denied {ended}</Trans>}
          </>
        )}
      </p>
      <p>
        <RefundNext request={request} />
      </p>
      {note && <p className={styles.quote}>{note}</p>}
    </article>
  )
}
