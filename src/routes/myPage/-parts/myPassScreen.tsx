import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, Clock, DoorOpen, Gift, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Scene } from '#art/scene.tsx'
import { byUse } from '#contract/rules/passOrder.ts'
import { isLive } from '#contract/rules/passState.ts'
import { useTimeVerified } from '#data/clock.ts'
import { useMyPasses, type ShownPass } from '#data/myPass.ts'
import { usePassCounts, type PassCounts } from '#data/passCounts.ts'
import { useSession } from '#data/session.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { Icon } from '#ui/icon.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import { passLabel } from '../../-shared/passLabel.ts'
import { PassCard, PassFrame } from './passCard.tsx'
import { Slides } from './slides.tsx'
import styles from './myPass.module.css'

/** Renders the passes to show at the gate. All data comes from this phone; the network only updates it. */
export function MyPassScreen() {
  const passes = useMyPasses()
  const { state } = useSession()
  const storedPasses = usePassCounts()
  return (
    <main data-screen="/myPage/myPass" className={styles.screen}>
      <TopBar title={<Trans>My Pass</Trans>} />
      {state === 'locked' && <SignedOutBanner storedPasses={storedPasses} />}
      {passes.status === 'loading' ? (
        <PassFrame />
      ) : passes.list.length > 0 ? (
        <Passes list={passes.list} deviceUid={passes.deviceUid} at={passes.at} storedPasses={storedPasses} />
      ) : passes.status === 'failed' ? (
        <ErrorState
          scene={<Scene name="cablecar" />}
          title={<Trans>Could not load your passes</Trans>}
          text={<Trans>The passes that you have bought are safe. Check your connection and try again.</Trans>}
          onRetry={() => void passes.refresh()}
        />
      ) : (
        <NoPass />
      )}
    </main>
  )
}

interface PassesProps {
  list: ShownPass[]
  deviceUid: string | null
  at: number | null
  storedPasses: PassCounts
}

function Passes({ list, deviceUid, at, storedPasses }: PassesProps) {
  const { t } = useLingui()
  const { state } = useSession()
  const verified = useTimeVerified()
  const items = list.toSorted(byUse).map((pass, index) => {
    const place = index + 1
    const which = passLabel(pass)
    return {
      key: pass.passUid,
      label: t`Pass ${place}: ${which}`,
      content: <PassCard pass={pass} deviceUid={deviceUid} mine={state === 'member'} />,
    }
  })
  return (
    <>
      {!verified && (
        <Banner tone="amber" icon={Clock} role="status">
          {storedPasses.working > 0 ? (
            <Trans>
              We cannot check this phone’s clock right now. You can still show your code; it will be checked at the
              gate.
            </Trans>
          ) : (
            <Trans>We cannot check this phone’s clock right now.</Trans>
          )}
        </Banner>
      )}
      <Slides items={items} />
      <Freshness at={at} storedPasses={storedPasses} />
      {list.some((pass) => isLive(pass.state)) && (
        <div className={styles.ways}>
          <LinkButton to="/myPage/stillOpen" kind="outline" icon={DoorOpen}>
            <Trans>Where I can still go</Trans>
          </LinkButton>
          {state === 'member' && (
            <LinkButton to="/myPage/myPassGift" kind="quiet" icon={Gift}>
              <Trans>Send a pass as a gift</Trans>
            </LinkButton>
          )}
        </div>
      )}
    </>
  )
}

/** Renders how many passes work offline, whether online or not; the notices say whether the phone is offline. */
function Freshness({ at, storedPasses: { live, working } }: { at: number | null; storedPasses: PassCounts }) {
  const missing = live - working
  return (
    <p className={cx(styles.fresh, missing > 0 && styles.missing)} data-missing={missing}>
      {live > 0 && <Icon of={missing === 0 ? CircleCheck : Smartphone} size={20} />}
      {live > 0 && (
        <strong>
          {missing === 0 ? (
            <Trans>Works offline</Trans>
          ) : live === 1 ? (
            <Trans>Your pass does not work offline on this phone yet. It will once its QR code appears here.</Trans>
          ) : (
            <Plural
              value={missing}
              one="# pass does not work offline on this phone yet. It will once its QR code appears here."
              other="# passes do not work offline on this phone yet. They will once their QR codes appear here."
            />
          )}
        </strong>
      )}
      <DataAge at={at} />
    </p>
  )
}

function SignedOutBanner({ storedPasses }: { storedPasses: PassCounts }): ReactNode {
  return (
    <Banner
      tone="amber"
      role="status"
      isLong={storedPasses.working > 0}
      action={
        <LinkButton kind="quiet" size="small" to="/login" search={{ returnTo: '/myPage/myPass' }}>
          <Trans>Sign in</Trans>
        </LinkButton>
      }
    >
      {storedPasses.working > 0 ? (
        <Trans>
          You were signed out. Passes set up on this phone still work for up to 30 days, unless they expire or are used
          up sooner, or you have since moved them, sent them as gifts, requested a refund, changed your password,
          deleted your account, or signed out this phone from another device. Sign in to renew their codes, to see the
          names on them and to buy more.
        </Trans>
      ) : (
        <Trans>You were signed out. Sign in to update your passes and to set up mobile passes on this phone.</Trans>
      )}
    </Banner>
  )
}

function NoPass() {
  return (
    <EmptyState
      scene={<Scene name="harbour" />}
      title={<Trans>No passes on this phone yet</Trans>}
      text={
        <Trans>
          While you are online, you can buy one in about two minutes. Once it is on this phone, it works without a
          connection.
        </Trans>
      }
      actions={
        <LinkButton to="/pass" full>
          <Trans>See the passes</Trans>
        </LinkButton>
      }
    />
  )
}
