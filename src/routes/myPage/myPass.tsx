import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { CircleCheck, Clock, DoorOpen, Gift } from 'lucide-react'
import type { ReactNode } from 'react'
import { Scene } from '#art/scene.tsx'
import { byUse } from '#contract/rules/passOrder.ts'
import { isLive } from '#contract/rules/passState.ts'
import { useTimeVerified } from '#data/clock.ts'
import { useMyPasses, type ShownPass } from '#data/myPass.ts'
import { useSession } from '#data/session.ts'
import { Age } from '#ui/age.tsx'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { Icon } from '#ui/icon.tsx'
import { TopBar } from '#ui/top-bar.tsx'
import { called } from '../-parts/called.ts'
import { PassCard, PassFrame } from './-parts/pass-card.tsx'
import { Slides } from './-parts/slides.tsx'
import styles from './-parts/my-pass.module.css'

export const Route = createFileRoute('/myPage/myPass')({
  staticData: { title: msg`My Pass` },
  component: MyPassScreen,
})

/** The pass to show at the gate. Everything here comes from this phone; the network only refreshes it. */
function MyPassScreen() {
  const passes = useMyPasses()
  const { state } = useSession()
  return (
    <main data-screen="/myPage/myPass" className={styles.screen}>
      <TopBar title={<Trans>My Pass</Trans>} />
      {state === 'locked' && <Lapsed />}
      {passes.status === 'loading' ? (
        <PassFrame />
      ) : passes.list.length > 0 ? (
        <Passes list={passes.list} deviceUid={passes.deviceUid} at={passes.at} />
      ) : passes.status === 'failed' ? (
        <ErrorState
          scene={<Scene name="cablecar" />}
          title={<Trans>Your passes did not load</Trans>}
          text={
            <Trans>
              Our server did not answer. Passes you have bought are safe; try again when you have a connection.
            </Trans>
          }
          onRetry={() => void passes.refresh()}
        />
      ) : (
        <NoPass />
      )}
    </main>
  )
}

function Passes({ list, deviceUid, at }: { list: ShownPass[]; deviceUid: string | null; at: number | null }) {
  const { t } = useLingui()
  const { state } = useSession()
  const verified = useTimeVerified()
  const items = list.toSorted(byUse).map((pass, index) => {
    const place = index + 1
    const which = called(pass)
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
          <Trans>We cannot check this phone’s clock right now. Your code still works; the gate decides.</Trans>
        </Banner>
      )}
      <Slides items={items} />
      <Freshness at={at} />
      {list.some((pass) => isLive(pass.state)) && (
        <div className={styles.ways}>
          <LinkButton to="/myPage/stillOpen" kind="outline" icon={DoorOpen}>
            <Trans>Still open to me</Trans>
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

/** With or without a connection the same is true; that there is none, the frame says. */
function Freshness({ at }: { at: number | null }) {
  return (
    <p className={styles.fresh}>
      <Icon of={CircleCheck} size={20} />
      <strong>
        <Trans>Works offline</Trans>
      </strong>
      <Age at={at} />
    </p>
  )
}

function Lapsed(): ReactNode {
  return (
    <Banner
      tone="amber"
      role="status"
      action={
        <LinkButton kind="quiet" size="small" to="/login" search={{ returnTo: '/myPage/myPass' }}>
          <Trans>Sign in</Trans>
        </LinkButton>
      }
    >
      <Trans>You were signed out. Your passes still work; sign in to see names and to buy.</Trans>
    </Banner>
  )
}

function NoPass() {
  return (
    <EmptyState
      scene={<Scene name="harbour" />}
      title={<Trans>No pass on board yet</Trans>}
      text={<Trans>Buy one in two minutes. It works without a connection from then on.</Trans>}
      actions={
        <LinkButton to="/pass" full>
          <Trans>See the passes</Trans>
        </LinkButton>
      }
    />
  )
}
