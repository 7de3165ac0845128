import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Scene } from '#art/scene.tsx'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow, useReliableTime } from '#data/clock.ts'
import { useMyPasses } from '#data/myPass.ts'
import { useOnline } from '#data/online.ts'
import { useSession } from '#data/session.ts'
import { LinkButton } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { Columns } from '../../../-shared/columns.tsx'
import screen from '../../../-shared/screen.module.css'
import { SignInAgain } from '../../../-shared/signInAgain.tsx'
import { GiftForm, type GiftWay } from './giftForm.tsx'
import { giveablePasses } from './giveablePasses.ts'

/**
 * `/myPage/myPassGift`: gives an unused pass, by link or to another member; to a member also offline. `chosen`: the
 * `passUid` in the address; undefined for none. `by`: how it is sent; undefined for what the connection allows.
 */
export function MyPassGiftScreen({
  chosen,
  by,
  onBy,
}: {
  chosen: string | undefined
  by: GiftWay | undefined
  onBy: (by: GiftWay) => void
}) {
  const { state, user } = useSession()
  const online = useOnline()
  const [first] = useState<GiftWay>(online ? 'link' : 'member')
  const passes = useMyPasses()
  const giveable = giveablePasses(passes.list, useNow(MINUTE_MS), useReliableTime())
  const [held, hold] = useState<typeof giveable | null>(null)
  const list = held ?? giveable
  return (
    <main data-screen="/myPage/myPassGift" className={screen.page}>
      <TopBar title={<Trans>Send a pass as a gift</Trans>} back="/myPage/gift" />
      {state === 'locked' ? (
        <SignInAgain returnTo="/myPage/myPassGift" />
      ) : list.length > 0 ? (
        <Columns scene="yacht">
          <GiftForm
            passes={list}
            deviceUid={passes.deviceUid}
            chosen={chosen}
            own={user?.email ?? ''}
            by={by ?? first}
            onBy={onBy}
            onAsk={() => hold(list)}
          />
        </Columns>
      ) : passes.status === 'loading' ? (
        <Skeleton height="20rem" radius="var(--radius-card)" />
      ) : (
        <EmptyState
          scene={<Scene name="yacht" />}
          title={<Trans>No pass on this device to send as a gift</Trans>}
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
