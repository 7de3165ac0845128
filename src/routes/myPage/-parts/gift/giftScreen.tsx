import { Trans, useLingui } from '@lingui/react/macro'
import { Gift as GiftIcon } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import type { GIFT_TYPES } from '#contract/calls/gift.ts'
import { useGifts } from '#data/gifts.ts'
import { useSession } from '#data/session.ts'
import { LinkButton } from '#ui/button.tsx'
import { Segments } from '#ui/segments.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { Columns } from '../../../-shared/columns.tsx'
import { DataAge } from '../../../-shared/dataAge.tsx'
import { SignInAgain } from '../../../-shared/signInAgain.tsx'
import screen from '../list.module.css'
import styles from './gift.module.css'
import { ReceivedGift } from './receivedGift.tsx'
import { SentGift } from './sentGift.tsx'

type Type = (typeof GIFT_TYPES)[number]

/**
 * Renders sent or received gifts, queued actions included. `type`: which; undefined: received while one of these is
 * unanswered or none was sent, else sent.
 */
export function GiftScreen({ type, onType }: { type: Type | undefined; onType: (type: Type) => void }) {
  const { t } = useLingui()
  const { status, at, sent, received, keys } = useGifts()
  const { state } = useSession()
  const unanswered = received.some((gift) => gift.state === 'sent' && gift.wish === null)
  const tab = type ?? (unanswered || sent.length === 0 ? 'received' : 'sent')
  const list = tab === 'sent' ? sent : received
  return (
    <main data-screen="/myPage/gift" className={screen.screen}>
      <TopBar title={<Trans>Gifts</Trans>} back="/myPage" />
      {state === 'locked' ? (
        <SignInAgain returnTo="/myPage/gift" />
      ) : (
        <Columns
          scene="beachtrain"
          aside={
            <LinkButton to="/myPage/myPassGift" icon={GiftIcon} full>
              <Trans>Send a pass as a gift</Trans>
            </LinkButton>
          }
        >
          <Segments
            label={t`Gifts`}
            value={tab}
            onChange={onType}
            options={[
              { value: 'sent', label: <Trans>Sent</Trans> },
              { value: 'received', label: <Trans>Received</Trans> },
            ]}
          />
          {status === 'loading' && list.length === 0 ? (
            <>
              <LoadingLine label={t`Loading your gifts`} />
              <Skeleton height="6rem" radius="var(--radius-card)" />
              <Skeleton height="6rem" radius="var(--radius-card)" />
            </>
          ) : status === 'failed' && list.length === 0 ? (
            <ErrorState
              scene={<Scene name="yacht" />}
              title={<Trans>Could not load your gifts</Trans>}
              text={
                <Trans>Your gifts will appear here once the app can reach our server. Check your connection.</Trans>
              }
            />
          ) : list.length === 0 ? (
            <EmptyState
              scene={<Scene name="yacht" />}
              title={tab === 'sent' ? <Trans>No gifts sent yet</Trans> : <Trans>No gifts received yet</Trans>}
              text={
                tab === 'sent' ? (
                  <Trans>
                    If a mobile pass has not been used for entry or a discount, you can send it as a gift: by link to
                    anyone, or to a member’s email address.
                  </Trans>
                ) : (
                  <Trans>
                    A pass sent to your email address appears here for you to accept or decline. If you received a gift
                    link, open it to accept the pass.
                  </Trans>
                )
              }
            />
          ) : (
            <ul className={styles.list}>
              {tab === 'sent'
                ? sent.map((gift) => (
                    <SentGift key={gift.state === 'queued' ? gift.id : gift.giftUid} gift={gift} keys={keys} />
                  ))
                : received.map((gift) => <ReceivedGift key={gift.giftUid} gift={gift} />)}
            </ul>
          )}
          <p className={screen.age}>
            <DataAge at={at} />
          </p>
        </Columns>
      )}
    </main>
  )
}
