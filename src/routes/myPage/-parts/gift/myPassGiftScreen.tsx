import { Trans } from '@lingui/react/macro'
import { Scene } from '#art/scene.tsx'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow, useReliableTime } from '#data/clock.ts'
import { useMyPasses } from '#data/myPass.ts'
import { useSession } from '#data/session.ts'
import { LinkButton } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import screen from '../../../-shared/screen.module.css'
import { SignInAgain } from '../../../-shared/signInAgain.tsx'
import { GiftForm } from './giftForm.tsx'
import { giveablePasses } from './giveablePasses.ts'

/**
 * `/myPage/myPassGift`: sends an unused pass to another member. Works offline. `chosen`: the `passUid` in the address;
 * undefined for none.
 */
export function MyPassGiftScreen({ chosen }: { chosen: string | undefined }) {
  const { state, user } = useSession()
  const passes = useMyPasses()
  const list = giveablePasses(passes.list, useNow(MINUTE_MS), useReliableTime())
  return (
    <main data-screen="/myPage/myPassGift" className={screen.page}>
      <TopBar title={<Trans>Send a pass as a gift</Trans>} back="/myPage/gift" />
      {state === 'locked' ? (
        <SignInAgain returnTo="/myPage/myPassGift" />
      ) : list.length > 0 ? (
        <GiftForm passes={list} deviceUid={passes.deviceUid} chosen={chosen} own={user?.email ?? ''} />
      ) : passes.status === 'loading' ? (
        <Skeleton height="20rem" radius="var(--radius-card)" />
      ) : (
        <EmptyState
          scene={<Scene name="yacht" />}
          title={<Trans>No pass on this phone to send as a gift</Trans>}
          text={
            <Trans>
              You can send a mobile pass that has not been used for entry or a discount and has no gift or refund
              request pending.
            </Trans>
          }
          actions={
            <LinkButton to="/pass" full>
              <Trans>See the passes</Trans>
            </LinkButton>
          }
        />
      )}
    </main>
  )
}
