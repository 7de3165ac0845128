import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { Scene } from '#art/scene.tsx'
import { fetchPoints, type PointEntry, type Points } from '#data/points.ts'
import { useSession } from '#data/session.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { useFormat } from '#i18n/format.ts'
import { LinkButton } from '#ui/button.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { Columns } from '../../../-shared/columns.tsx'
import { FailureBanner } from '../../../-shared/failureBanner.tsx'
import { ShowMore } from '../../../-shared/showMore.tsx'
import { SignInAgain } from '../../../-shared/signInAgain.tsx'
import { useAnswer } from '../../../-shared/useAnswer.ts'
import { useNextPages } from '../../../-shared/useNextPages.ts'
import { arePointsUsed } from './arePointsUsed.ts'
import styles from './coupon.module.css'
import { LazyReference } from '../../../-shared/lazyReference.tsx'

/** Renders balance and history of the points. Needs the server: the phone does not store them. */
export function PointsScreen() {
  const { state } = useSession()
  return (
    <main data-screen="/myPage/points" className={styles.screen}>
      <TopBar title={<Trans>Points</Trans>} back="/myPage/coupon" />
      {state === 'locked' ? <SignInAgain returnTo="/myPage/points" /> : <Ledger />}
    </main>
  )
}

function Ledger() {
  const { t } = useLingui()
  const errorText = useErrorText()
  const { answer, failure, busy, reload } = useAnswer(() => fetchPoints())
  if (!answer)
    return failure ? (
      <ErrorState
        scene={<Scene name="market" />}
        title={<Trans>Could not load your points</Trans>}
        text={errorText(failure)}
        code={failure.reference && <LazyReference id={failure.reference} />}
        busy={busy}
        onRetry={reload}
      />
    ) : (
      <>
        <LoadingLine label={t`Loading your points`} />
        <Skeleton height="7rem" radius="var(--radius-card)" />
        <Skeleton height="10rem" />
      </>
    )
  if (!arePointsUsed(answer))
    return (
      <EmptyState
        scene={<Scene name="market" />}
        title={<Trans>No points at present</Trans>}
        text={<Trans>Purchases do not earn points at the moment. You can use coupons to save on an order.</Trans>}
        actions={
          <LinkButton to="/myPage/coupon" full>
            <Trans>Open Coupons</Trans>
          </LinkButton>
        }
      />
    )
  return (
    <Columns scene="market" first aside={<Balance points={answer} />}>
      {answer.list.length === 0 ? (
        <p>
          <Trans>No points yet. Points that you earn or spend appear here.</Trans>
        </p>
      ) : (
        <History points={answer} />
      )}
    </Columns>
  )
}

function History({ points }: { points: Points }) {
  const { entries, hasNext, busy, failure, load } = useNextPages(points, fetchPoints, ({ entryUid }) => entryUid)
  const rows = useRef<HTMLOListElement>(null)
  return (
    <>
      <ol ref={rows} className={styles.ledger}>
        {entries.map((entry) => (
          <Entry key={entry.entryUid} entry={entry} />
        ))}
      </ol>
      <FailureBanner failure={failure} />
      <ShowMore list={rows} count={entries.length} hasNext={hasNext} busy={busy} onPress={() => void load()} />
    </>
  )
}

function Balance({ points: { balance, expiring, pending, earnPercent, spendYn } }: { points: Points }) {
  const { date, number } = useFormat()
  const waiting = number(pending)
  return (
    <section className={styles.balance}>
      <h2 className={styles.note}>
        <Trans>Balance</Trans>
      </h2>
      <strong>{number(balance)}</strong>
      {expiring && <Expiring amount={expiring.amount} day={date(expiring.at - 1, 'day')} />}
      {pending > 0 && (
        <p className={styles.note}>
          <Trans>
            {waiting} more once your latest orders can no longer be cancelled and your reservations are over
          </Trans>
        </p>
      )}
      {earnPercent > 0 && (
        <p className={styles.note}>
          <Trans>You earn points worth {earnPercent}% of each payment. One point is worth one won.</Trans>
        </p>
      )}
      {spendYn === 'N' && (
        <p className={styles.note}>
          <Trans>Points cannot be spent at the moment.</Trans>
        </p>
      )}
    </section>
  )
}

/** `day`: the last one on which the points are valid. */
function Expiring({ amount, day }: { amount: number; day: string }) {
  return (
    <p className={styles.note}>
      <Plural
        value={amount}
        one={`# point expires at the end of ${day}`}
        other={`# points expire at the end of ${day}`}
      />
    </p>
  )
}

function Entry({ entry: { kind, amount, balance, at } }: { entry: PointEntry }) {
  const { t } = useLingui()
  const { date, number } = useFormat()
  const kinds: Record<PointEntry['kind'], string> = {
    earn: t`Earned with a purchase`,
    spend: t`Spent on a purchase`,
    return: t`Returned`,
    take_back: t`Deducted after a refund`,
    expire: t({ message: 'Expired', context: 'points' }),
  }
  const after = number(balance)
  return (
    <li>
      <span>{kinds[kind]}</span>
      <strong className={amount > 0 ? styles.plus : undefined}>
        {amount > 0 ? '+' : '−'}
        {number(Math.abs(amount))}
      </strong>
      <small>{date(at, 'long')}</small>
      <small>
        <Trans>Balance {after}</Trans>
      </small>
    </li>
  )
}
