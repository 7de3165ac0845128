import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { Pause, Play } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { Scene } from '#art/scene.tsx'
import { returnTo } from '#contract/rules/returnTo.ts'
import { COMPLETION_SECONDS } from '#contract/limits.ts'
import { SECOND_MS } from '#contract/time.ts'
import { useSession } from '#data/session.ts'
import { useFormat } from '#i18n/format.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { PurchaseTicket, usePriced } from '../../-shared/purchase.tsx'
import { purchaseOf } from '../../-shared/purchaseOf.ts'
import screen from '../../-shared/screen.module.css'
import styles from './join.module.css'

/** Renders the welcome of a new member, which after a countdown opens the path `wanted`, or home for undefined. */
export function CompletionScreen({ wanted }: { wanted: string | undefined }) {
  const { t } = useLingui()
  const { price } = useFormat()
  const { user } = useSession()
  const router = useRouter()
  const [secondsLeft, setSecondsLeft] = useState(COMPLETION_SECONDS)
  const [paused, setPaused] = useState(false)
  const name = user?.engNm
  const all = COMPLETION_SECONDS
  const purchase = purchaseOf(wanted)
  const isGift = isGiftLink(wanted)
  const priced = usePriced(purchase)
  const count = purchase?.passCnt ?? 0
  const pass = priced?.product.passType
  const total = price(priced?.totalKrw ?? 0)
  const leave = useCallback(() => router.history.replace(returnTo(wanted)), [router, wanted])

  useEffect(() => {
    if (paused) return
    const timer = setInterval(() => setSecondsLeft((seconds) => Math.max(0, seconds - 1)), SECOND_MS)
    return () => clearInterval(timer)
  }, [paused])
  useEffect(() => {
    if (secondsLeft === 0) leave()
  }, [secondsLeft, leave])

  return (
    <main data-screen="/join/completion" className={screen.page}>
      <TopBar title={<Trans>Welcome to Harbor Pass</Trans>} />
      <div className={screen.picture}>
        <Scene name="gwangan" />
      </div>
      <div className={screen.head}>
        <h2>{name ? <Trans>Your account is ready, {name}</Trans> : <Trans>Your account is ready</Trans>}</h2>
        <p className={screen.lead}>
          {purchase ? (
            <Trans>The next step is payment. You have not been charged yet.</Trans>
          ) : isGift ? (
            <Trans>Your gift is waiting. Open it to accept the pass.</Trans>
          ) : (
            <Trans>You can now buy a pass. Once it is set up on your phone, it works with no signal.</Trans>
          )}
        </p>
      </div>
      {purchase && <PurchaseTicket purchase={purchase} />}
      <div className={styles.ring}>
        <p>
          <span className="visually-hidden" role="status">
            {paused ? <Trans>Paused. You will stay on this page.</Trans> : <OpensIn seconds={all} to={wanted} />}
          </span>
          <span aria-hidden>
            {paused ? (
              <Trans>Paused. You will stay on this page.</Trans>
            ) : (
              <OpensIn seconds={secondsLeft} to={wanted} />
            )}
          </span>
        </p>
        <Button kind="quiet" size="small" icon={paused ? Play : Pause} onClick={() => setPaused(!paused)}>
          {paused ? t`Resume` : t`Pause`}
        </Button>
      </div>
      <div className={screen.ways}>
        {wanted ? (
          <Button full onClick={leave}>
            {priced ? (
              <Trans>
                Continue to payment: {count} × {pass}, {total}
              </Trans>
            ) : purchase ? (
              <Trans>Continue to payment</Trans>
            ) : isGift ? (
              <Trans>Open the gift</Trans>
            ) : (
              <Trans>Continue where you left off</Trans>
            )}
          </Button>
        ) : (
          <LinkButton to="/pass" full>
            <Trans>Choose a pass</Trans>
          </LinkButton>
        )}
        <LinkButton to="/home" kind="outline" full>
          <Trans>Go to the home screen</Trans>
        </LinkButton>
      </div>
    </main>
  )
}

/** Returns whether a path is that of a gift link, which the visitor opened before signing up. */
const isGiftLink = (path: string | undefined): boolean => path?.split(/[?#]/, 1)[0] === '/gift'

function OpensIn({ seconds, to }: { seconds: number; to: string | undefined }) {
  if (purchaseOf(to))
    return (
      <Plural
        value={seconds}
        one="The payment screen opens in # second."
        other="The payment screen opens in # seconds."
      />
    )
  return to ? (
    <Plural value={seconds} one="Continuing in # second." other="Continuing in # seconds." />
  ) : (
    <Plural value={seconds} one="The home screen opens in # second." other="The home screen opens in # seconds." />
  )
}
