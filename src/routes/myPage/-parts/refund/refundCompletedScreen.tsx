import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleSlash } from 'lucide-react'
import { fetchPurchase, usePurchases } from '#data/purchases.ts'
import { useSession } from '#data/session.ts'
import { useFormat } from '#i18n/format.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Columns } from '../../../-shared/columns.tsx'
import screen from '../../../-shared/screen.module.css'
import { SignInAgain } from '../../../-shared/signInAgain.tsx'
import { useAnswer } from '../../../-shared/useAnswer.ts'
import { RefundTag } from '../purchase/purchaseTags.tsx'
import { RefundNext } from '../purchase/refundRequests.tsx'
import facts from '../purchase/purchase.module.css'
import { useRefundResult } from './refundDraft.ts'
import styles from './refund.module.css'
import { LazyReference } from '../../../-shared/lazyReference.tsx'

/** Renders the result of the latest refund request of an order (spec 3.12), and what happens next. */
export function RefundCompletedScreen({ ord }: { ord: string }) {
  const { state } = useSession()
  return (
    <main data-screen="/myPage/refundCompleted" className={facts.screen}>
      <TopBar title={<Trans>Refund request</Trans>} back="/myPage/purchaseHistory" />
      {state === 'locked' ? (
        <SignInAgain returnTo={`/myPage/refundCompleted?ord=${ord}`} />
      ) : (
        <Columns scene="harbour">
          <Result ord={ord} />
        </Columns>
      )}
    </main>
  )
}

/** `20261121` and `153000`, Korean date and time, as an instant in ms. */
const instantOf = (date: string, time: string): number =>
  Date.parse(
    `${date.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')}T${time.replace(/(\d\d)(\d\d)(\d\d)/, '$1:$2:$3')}+09:00`,
  )

function Result({ ord }: { ord: string }) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const { date, price } = useFormat()
  const { answer, failure, busy, reload } = useAnswer(() => fetchPurchase(ord))
  const stored = usePurchases().list.find(({ ordUid }) => ordUid === ord)
  const own = useRefundResult(ord)
  const request = answer?.refunds.at(-1)
  if (!own && !request)
    return answer || failure ? (
      <ErrorState
        title={answer ? <Trans>No refund was requested</Trans> : <Trans>Could not load the refund request</Trans>}
        text={answer ? <Trans>There is no refund request for this purchase.</Trans> : failure && errorText(failure)}
        code={failure?.reference && <LazyReference id={failure.reference} />}
        busy={busy}
        onRetry={answer ? undefined : reload}
        actions={
          <LinkButton to="/myPage/purchaseHistory" kind="outline" full>
            <Trans>Open Purchase History</Trans>
          </LinkButton>
        }
      />
    ) : (
      <>
        <LoadingLine label={t`Loading the refund request`} />
        <Skeleton height="3rem" />
        <Skeleton height="12rem" />
      </>
    )
  const state = request?.state ?? stored?.refundState ?? 'requested'
  const at = request?.requestedAt ?? (own ? instantOf(own.date, own.time) : 0)
  const orderNumber = answer?.orderNumber ?? stored?.orderNumber
  return (
    <div className={styles.result} data-refund={state}>
      <div className={styles.head} role="status">
        <Icon of={state === 'denied' ? CircleSlash : CircleCheck} size={28} />
        <h2>
          {state === 'completed' ? (
            <Trans>Refund completed</Trans>
          ) : state === 'denied' ? (
            <Trans>Refund denied</Trans>
          ) : (
            <Trans>Refund request applied successfully</Trans>
          )}
        </h2>
      </div>
      {own && state === 'completed' && (
        <p>
          <Trans>Refund request applied successfully</Trans>
        </p>
      )}
      {request && (
        <p>
          <RefundNext request={request} />
        </p>
      )}
      <dl className={facts.facts}>
        <div>
          <dt>
            <Trans>Status</Trans>
          </dt>
          <dd>
            <RefundTag state={state} />
          </dd>
        </div>
        <div className={facts.sum}>
          <dt>
            <Trans>Amount</Trans>
          </dt>
          <dd>{price(request?.cancelAmt ?? own?.amount ?? 0)}</dd>
        </div>
        <div>
          <dt>
            <Trans>Requested on</Trans>
          </dt>
          <dd>{date(at, 'long')}</dd>
        </div>
        {orderNumber !== undefined && (
          <div>
            <dt>
              <Trans>Order number</Trans>
            </dt>
            <dd>{orderNumber}</dd>
          </div>
        )}
        {own && (
          <div>
            <dt>
              <Trans>Payment reference</Trans>
            </dt>
            <dd>{own.tid}</dd>
          </div>
        )}
      </dl>
      <div className={screen.ways}>
        <LinkButton to="/myPage/purchase_detail" search={{ ord }} full>
          <Trans>Purchase details</Trans>
        </LinkButton>
        <LinkButton to="/myPage/purchaseHistory" kind="outline" full>
          <Trans>Open Purchase History</Trans>
        </LinkButton>
      </div>
    </div>
  )
}
