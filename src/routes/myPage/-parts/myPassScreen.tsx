import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, Clock, DoorOpen, Gift, ScanQrCode, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Scene } from '#art/scene.tsx'
import { byUse } from '#contract/rules/passOrder.ts'
import { isLive } from '#contract/rules/passState.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow, useReliableTime, useTimeVerified } from '#data/clock.ts'
import { useMyPasses, type ShownPass } from '#data/myPass.ts'
import { useOnline } from '#data/online.ts'
import { usePassCounts, type PassCounts } from '#data/passCounts.ts'
import { useSession } from '#data/session.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { Icon } from '#ui/icon.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { LazyOfflineLine } from '../../-shared/connection/lazyOfflineLine.tsx'
import { SkipInShell } from '../../-shell/prerenderMode.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import { passLabel } from '../../-shared/passLabel.ts'
import { CodeDialog } from './codeDialog.tsx'
import { useCloseWithoutCode, useFullScreen } from './fullScreen.ts'
import { PassTools, RefreshButton, useRefresh, type Refresh } from './passActions.tsx'
import { PassCard, PassFrame } from './passCard.tsx'
import { showsCode, viewOf } from './passView.ts'
import { ShowAll } from './showAll.tsx'
import { SlideControls, Slides } from './slides.tsx'
import { StartNow } from './startNow/startNow.tsx'
import { usePullDown } from './usePullDown.ts'
import { useSlides } from '../../-shared/useSlides.ts'
import styles from './myPass.module.css'

/** Renders the passes to show at the gate. All data comes from this phone; the network only updates it. */
export function MyPassScreen() {
  const { t } = useLingui()
  const passes = useMyPasses()
  const { state } = useSession()
  const storedPasses = usePassCounts()
  const list = passes.list.toSorted(byUse)
  const slides = useSlides(list.length)
  const refresh = useRefresh()
  const screen = usePullDown(refresh.refresh)
  const isMember = state === 'member'
  const items = list.map((pass, index) => {
    const place = index + 1
    const which = passLabel(pass)
    return {
      key: pass.passUid,
      label: t`Pass ${place}: ${which}`,
      content: <PassCard pass={pass} deviceUid={passes.deviceUid} isOwn={isMember} />,
    }
  })
  const actions = (
    <SkipInShell>
      {items.length > 1 && <SlideControls slides={slides} items={items} />}
      <PassTools canGive={isMember && list.length === 1 && list.some((pass) => isLive(pass.state))} />
    </SkipInShell>
  )
  return (
    <main ref={screen} data-screen="/myPage/myPass" className={styles.screen}>
      <TopBar title={<Trans>My Pass</Trans>} actions={actions} replacesHeader>
        <LazyOfflineLine />
      </TopBar>
      {state === 'locked' && <SignedOutBanner storedPasses={storedPasses} />}
      {passes.status === 'loading' ? (
        <PassFrame />
      ) : list.length > 0 ? (
        <>
          <ClockBanner storedPasses={storedPasses} />
          <Slides slides={slides} items={items} />
          <ShowAll />
          <Freshness at={passes.at} storedPasses={storedPasses} refresh={refresh} />
          <StartNow passes={list} />
          {list.some((pass) => isLive(pass.state)) && <NextSteps isMember={isMember} />}
        </>
      ) : passes.status === 'failed' ? (
        <ErrorState
          scene={<Scene name="cablecar" />}
          title={<Trans>Could not load your passes</Trans>}
          text={<Trans>The passes that you have bought are safe. Check your connection and try again.</Trans>}
          onRetry={() => void passes.refresh()}
        />
      ) : (
        <NoPass isMember={isMember} />
      )}
      <FullScreenCodes
        list={list}
        deviceUid={passes.deviceUid}
        onShow={(uid) =>
          slides.go(
            list.findIndex(({ passUid }) => passUid === uid),
            'instant',
          )
        }
      />
    </main>
  )
}

function ClockBanner({ storedPasses }: { storedPasses: PassCounts }): ReactNode {
  if (useTimeVerified()) return null
  return (
    <Banner tone="amber" icon={Clock} role="status">
      {storedPasses.working > 0 ? (
        <Trans>
          We cannot check this device’s clock right now. You can still show your code at the gate, where it will be
          checked.
        </Trans>
      ) : (
        <Trans>We cannot check this device’s clock right now.</Trans>
      )}
    </Banner>
  )
}

interface FullScreenCodesProps {
  list: readonly ShownPass[]
  deviceUid: string | null
  onShow: (passUid: string) => void
}

/** Renders the codes that this phone shows over the whole screen, while one of them is enlarged. */
function FullScreenCodes({ list, deviceUid, onShow }: FullScreenCodesProps): ReactNode {
  const { passUid, turn, close } = useFullScreen()
  const now = useNow(MINUTE_MS)
  const isTimeReliable = useReliableTime()
  const passes = list.filter((pass) => showsCode(pass, viewOf(pass, now, isTimeReliable).phase, deviceUid, now))
  const hasCode = passes.some((pass) => pass.passUid === passUid)
  // An entry can use up the pass.
  useCloseWithoutCode(hasCode, close)
  if (passUid === undefined || !hasCode) return null
  return <CodeDialog passes={passes} passUid={passUid} onClose={close} onTurn={turn} onShow={onShow} />
}

function NextSteps({ isMember }: { isMember: boolean }) {
  return (
    <div className={styles.ways}>
      <LinkButton to="/myPage/stillOpen" kind="outline" icon={DoorOpen}>
        <Trans>Where I can still go</Trans>
      </LinkButton>
      {isMember && (
        <>
          <LinkButton to="/myPage/myPassGift" kind="quiet" icon={Gift}>
            <Trans>Send a pass as a gift</Trans>
          </LinkButton>
          <LinkButton to="/myPage/insertPass" kind="quiet" icon={ScanQrCode}>
            <Trans>Register Pass</Trans>
          </LinkButton>
        </>
      )}
    </div>
  )
}

interface FreshnessProps {
  at: number | null
  storedPasses: PassCounts
  refresh: Refresh
}

/** Renders how many passes work offline, whether online or not; the notices say whether the phone is offline. */
function Freshness({ at, storedPasses: { live, working }, refresh }: FreshnessProps) {
  const missing = live - working
  return (
    <div className={styles.state}>
      <p className={cx(styles.fresh, missing > 0 && styles.missing)} data-missing={missing}>
        {live > 0 && <Icon of={missing === 0 ? CircleCheck : Smartphone} size={20} />}
        {live > 0 && (
          <strong>
            {missing === 0 ? (
              <Trans>Works offline</Trans>
            ) : live === 1 ? (
              <Trans>Your pass does not work offline on this device yet. It will once its QR code appears here.</Trans>
            ) : (
              <Plural
                value={missing}
                one="# pass does not work offline on this device yet. It will once its QR code appears here."
                other="# passes do not work offline on this device yet. They will once their QR codes appear here."
              />
            )}
          </strong>
        )}
        <DataAge at={at} />
      </p>
      <RefreshButton {...refresh} />
    </div>
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
          You were signed out. Passes set up on this device still work for up to 30 days. A pass stops working sooner if
          it expires or is used up, or if you move it, send it as a gift or request a refund. All of them stop working
          if you change your password, delete your account or sign out this device from another one. Sign in to renew
          their codes, see the names on them or buy more.
        </Trans>
      ) : (
        <Trans>You were signed out. Sign in to update your passes and to set up mobile passes on this device.</Trans>
      )}
    </Banner>
  )
}

function NoPass({ isMember }: { isMember: boolean }) {
  // Without a connection, a pass that was bought elsewhere may not be in the mirror yet.
  const hasNone = useOnline() && isMember
  return (
    <EmptyState
      scene={<Scene name="harbour" />}
      title={hasNone ? <Trans>No registered passes</Trans> : <Trans>No passes on this device yet</Trans>}
      text={
        <Trans>
          You can buy a pass in about two minutes while you are online. Once it is set up on this device, it works
          without a connection.
        </Trans>
      }
      actions={
        <>
          <LinkButton to="/pass" full>
            <Trans>See the passes</Trans>
          </LinkButton>
          {isMember && (
            <LinkButton to="/myPage/insertPass" kind="outline" full>
              <Trans>Register Pass</Trans>
            </LinkButton>
          )}
        </>
      }
    />
  )
}
