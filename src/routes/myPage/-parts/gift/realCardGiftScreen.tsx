import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Scene } from '#art/scene.tsx'
import { MINUTE_MS } from '#contract/time.ts'
import { useCards } from '#data/cards.ts'
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
import { giveableCards } from './giveablePasses.ts'

interface Props {
  /** The `passUid` in the address; undefined for none. */
  chosen: string | undefined
  /** How it is sent; undefined for what the connection allows. */
  by: GiftWay | undefined
  onBy: (by: GiftWay) => void
}

/** `/myPage/realCardGift`: gives a card pass whose card is still to be collected; the recipient collects it (spec 2.58). */
export function RealCardGiftScreen({ chosen, by, onBy }: Props) {
  const { state, user } = useSession()
  const [first] = useState<GiftWay>(useOnline() ? 'link' : 'member')
  const passes = useMyPasses()
  const cards = useCards()
  const giveable = giveableCards(passes.list, cards.list, useNow(MINUTE_MS), useReliableTime())
  const [held, hold] = useState<typeof giveable | null>(null)
  const list = held ?? giveable
  return (
    <main data-screen="/myPage/realCardGift" className={screen.page}>
      <TopBar title={<Trans>Send a card pass as a gift</Trans>} back="/myPage/realCard" />
      {state === 'locked' ? (
        <SignInAgain returnTo={`/myPage/realCardGift?pass=${chosen ?? ''}`} />
      ) : list.length > 0 ? (
        <Columns scene="yacht">
          <p className={screen.lead}>
            <Trans>
              The recipient collects the card at an exchange desk, with a passport or photo ID of their own.
            </Trans>
          </p>
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
      ) : passes.status === 'loading' || cards.status === 'loading' ? (
        <Skeleton height="20rem" radius="var(--radius-card)" />
      ) : (
        <EmptyState
          scene={<Scene name="yacht" />}
          title={<Trans>No card pass to send as a gift</Trans>}
          text={
            <Trans>
              You can send a card pass while its card is not collected, and while it has no gift or refund request
              pending.
            </Trans>
          }
          actions={
            <LinkButton to="/myPage/realCard" full>
              <Trans>My card passes</Trans>
            </LinkButton>
          }
        />
      )}
    </main>
  )
}
