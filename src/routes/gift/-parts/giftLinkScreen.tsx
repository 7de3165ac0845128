import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Scene } from '#art/scene.tsx'
import type { LinkedGift } from '#data/giftLinks.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { LinkButton } from '#ui/button.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { SceneBeside } from '../../-shared/columns.tsx'
import screen from '../../-shared/screen.module.css'
import { GiftCard } from './giftCard.tsx'
import { useGiftLink } from './useGiftLink.ts'
import { LazyReference } from '../../-shared/lazyReference.tsx'

/**
 * Renders `/gift#<key>`: opens a gift by its link, for visitors and members; leads visitors through sign-up and back.
 */
export function GiftLinkScreen() {
  const { t } = useLingui()
  const link = useGiftLink()
  const { status, gift, failure, retry } = link
  const errorText = useErrorText()
  return (
    <main data-screen="/gift" className={screen.page}>
      <TopBar title={gift?.role === 'sender' ? <Trans>Gift link</Trans> : <Trans>A gift for you</Trans>} />
      <SceneBeside name="gwangan" />
      {gift ? (
        <LoadedGift gift={gift} link={link} />
      ) : status === 'loading' ? (
        <>
          <LoadingLine label={t`Loading the gift`} />
          <Skeleton height="20rem" radius="var(--radius-pass)" />
        </>
      ) : status === 'missing' || failure?.code === 'E_NOT_FOUND' ? (
        <Ended
          title={<Trans>This gift link does not work</Trans>}
          text={<Trans>Part of the link may be missing. Open the full link, or ask the sender to send it again.</Trans>}
        />
      ) : (
        failure && (
          <ErrorState
            scene={<Scene name="yacht" />}
            title={<Trans>Could not load the gift</Trans>}
            text={errorText(failure)}
            code={failure.reference && <LazyReference id={failure.reference} />}
            onRetry={retry}
          />
        )
      )}
    </main>
  )
}

function LoadedGift({ gift, link }: { gift: LinkedGift; link: ReturnType<typeof useGiftLink> }) {
  const { state, role } = gift
  if (state === 'sent' || (state === 'accepted' && role === 'recipient')) return <GiftCard gift={gift} link={link} />
  if (role === 'sender')
    return (
      <Ended
        title={<Trans>This is your own gift</Trans>}
        text={
          state === 'accepted' ? (
            <Trans>It has been accepted. The pass now belongs to the recipient.</Trans>
          ) : state === 'expired' ? (
            <Trans>Nobody accepted it in time, so you kept the pass.</Trans>
          ) : (
            <Trans>It was cancelled, so you kept the pass.</Trans>
          )
        }
        action={
          <LinkButton to="/myPage/gift" search={{ type: 'sent' }} full>
            <Trans>Go to Gifts</Trans>
          </LinkButton>
        }
      />
    )
  if (state === 'accepted')
    return (
      <Ended
        title={<Trans>This gift has already been accepted</Trans>}
        text={
          <Trans>
            A gift link works once. If you accepted the gift yourself, the pass is in the account you used. Sign in with
            that account.
          </Trans>
        }
      />
    )
  return state === 'expired' ? (
    <Ended
      title={<Trans>This gift link has expired</Trans>}
      text={<Trans>Gift links are valid for up to 14 days. Ask the sender for a new one.</Trans>}
    />
  ) : (
    <Ended
      title={<Trans>This gift has been cancelled</Trans>}
      text={<Trans>It can no longer be accepted. Ask the sender about it.</Trans>}
    />
  )
}

interface EndedProps {
  title: ReactNode
  text: ReactNode
  action?: ReactNode
}

/** Renders what became of a gift that can no longer be accepted from here. */
function Ended({ title, text, action }: EndedProps) {
  return (
    <EmptyState
      scene={<Scene name="yacht" />}
      title={title}
      text={text}
      actions={
        <>
          {action}
          <LinkButton to="/home" kind="outline" full>
            <Trans>Go to the home screen</Trans>
          </LinkButton>
        </>
      }
    />
  )
}
