import { Trans } from '@lingui/react/macro'
import { Scene } from '#art/scene.tsx'
import { MINUTE_MS } from '#contract/time.ts'
import { useCards } from '#data/cards.ts'
import { useNow, useReliableTime } from '#data/clock.ts'
import { useMyPasses } from '#data/myPass.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import screen from '../../../-shared/screen.module.css'
import { GiftColumns, type GiftAddress } from './giftColumns.tsx'
import { giveableCards } from './giveablePasses.ts'

/**
 * Renders `/myPage/realCardGift`: gives a card pass whose card is still to be collected; the recipient collects it
 * (spec 2.58).
 */
export function RealCardGiftScreen(address: GiftAddress) {
  const passes = useMyPasses()
  const cards = useCards()
  return (
    <main data-screen="/myPage/realCardGift" className={screen.page}>
      <TopBar title={<Trans>Send a card pass as a gift</Trans>} back="/myPage/realCard" />
      <GiftColumns
        {...address}
        passes={giveableCards(passes.list, cards.list, useNow(MINUTE_MS), useReliableTime())}
        deviceUid={passes.deviceUid}
        isLoading={passes.status === 'loading' || cards.status === 'loading'}
        path="/myPage/realCardGift"
        lead={
          <p className={screen.lead}>
            <Trans>The recipient collects the card at an exchange desk with their own passport or photo ID.</Trans>
          </p>
        }
        empty={
          <EmptyState
            scene={<Scene name="yacht" />}
            title={<Trans>No card pass to send as a gift</Trans>}
            text={
              <Trans>
                You can send a card pass that has not been collected and has no gift or refund request pending.
              </Trans>
            }
            actions={
              <LinkButton to="/myPage/realCard" full>
                <Trans>My card passes</Trans>
              </LinkButton>
            }
          />
        }
      />
    </main>
  )
}
