import { Trans } from '@lingui/react/macro'
import { Scene } from '#art/scene.tsx'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow, useReliableTime } from '#data/clock.ts'
import { useMyPasses } from '#data/myPass.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import screen from '../../../-shared/screen.module.css'
import { GiftColumns, type GiftAddress } from './giftColumns.tsx'
import { giveablePasses } from './giveablePasses.ts'

/**
 * Renders `/myPage/myPassGift`, where a member gives an unused pass away: by a link, which needs the server, or to
 * another member, also offline.
 */
export function MyPassGiftScreen(address: GiftAddress) {
  const passes = useMyPasses()
  return (
    <main data-screen="/myPage/myPassGift" className={screen.page}>
      <TopBar title={<Trans>Send a pass as a gift</Trans>} back="/myPage/gift" />
      <GiftColumns
        {...address}
        passes={giveablePasses(passes.list, useNow(MINUTE_MS), useReliableTime())}
        deviceUid={passes.deviceUid}
        isLoading={passes.status === 'loading'}
        path="/myPage/myPassGift"
        empty={
          <EmptyState
            scene={<Scene name="yacht" />}
            title={<Trans>No mobile pass to send as a gift</Trans>}
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
        }
      />
    </main>
  )
}
