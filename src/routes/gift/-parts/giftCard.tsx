import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import type { LinkedGift } from '#data/giftLinks.ts'
import { useSession } from '#data/session.ts'
import { useFormat } from '#i18n/format.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmailText } from '#ui/email.tsx'
import { FailureBanner } from '../../-shared/failureBanner.tsx'
import { AcceptDialog } from '../../-shared/gift/acceptDialog.tsx'
import wrapped from '../../-shared/gift/wrappedPass.module.css'
import { WrappedPass } from '../../-shared/gift/wrappedPass.tsx'
import type { useGiftLink } from './useGiftLink.ts'

interface Props {
  gift: LinkedGift
  link: ReturnType<typeof useGiftLink>
}

/** Renders a gift that can be accepted, or that this member has accepted: with its ribbon until that is pulled. */
export function GiftCard({ gift, link }: Props) {
  const { state, role, passType, medium } = gift
  const isWrapped = state === 'sent' && role === 'holder' && !link.isOpen
  return (
    <article className={wrapped.card} data-gift={isWrapped ? 'wrapped' : state}>
      <WrappedPass
        passType={passType}
        medium={medium}
        isSecret={isWrapped}
        isUntied={!isWrapped && role !== 'sender'}
        cover={isWrapped && <Pull onPull={link.open} />}
      >
        {isWrapped ? (
          <>
            <h2>
              <From sender={gift.sender} />
            </h2>
            <p>
              <Trans>Pull the ribbon to see which pass it is.</Trans>
            </p>
            <Button full onClick={link.open}>
              <Trans>Open the gift</Trans>
            </Button>
          </>
        ) : role === 'sender' ? (
          <Own gift={gift} />
        ) : state === 'accepted' ? (
          <Accepted gift={gift} />
        ) : (
          <Open gift={gift} link={link} />
        )}
      </WrappedPass>
    </article>
  )
}

function From({ sender }: { sender: string }) {
  return sender ? <Trans>{sender} sent you a pass</Trans> : <Trans>Someone sent you a pass</Trans>
}

/** How far the ribbon is pulled before it comes off, and from where on a press is a pull, px. */
const PULLED_PX = 40
const PULL_STARTS_PX = 8

/** Lies over the picture and pulls its ribbon down. The button below does the same for keyboards. */
function Pull({ onPull }: { onPull: () => void }) {
  const from = useRef<number | null>(null)
  const isPull = useRef(false)
  const move = ({ currentTarget, clientY }: PointerEvent<HTMLElement>) => {
    if (from.current === null) return
    const pulledPx = Math.max(0, clientY - from.current)
    if (pulledPx >= PULL_STARTS_PX) isPull.current = true
    if (pulledPx < PULLED_PX) currentTarget.parentElement?.style.setProperty('--pull', `${pulledPx / 2}px`)
    else onPull()
  }
  const end = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    from.current = null
    currentTarget.parentElement?.style.removeProperty('--pull')
  }
  return (
    <div
      role="presentation"
      className={wrapped.pull}
      onPointerDown={(event) => {
        from.current = event.clientY
        isPull.current = false
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onClick={() => {
        // The release of a pull that was too short is a click too.
        if (!isPull.current) onPull()
      }}
    />
  )
}

/** Renders a heading that takes the focus when it replaces another one. */
function Heading({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => ref.current?.focus({ preventScroll: true }), [])
  return (
    <h2 ref={ref} tabIndex={-1}>
      {children}
    </h2>
  )
}

/** Renders the opened gift: a member accepts it, after a confirmation; a visitor signs up or in first. */
function Open({ gift, link }: Props) {
  const { sender, message, expiresAt, passType: product } = gift
  const { zone } = useFormat()
  const { state, user } = useSession()
  const [isAsking, setAsking] = useState(false)
  const email = user?.email
  const until = `${zone.home.date(expiresAt, 'short')} ${zone.home.time(expiresAt)}`
  return (
    <>
      <Heading>{sender ? <Trans>A pass from {sender}</Trans> : <From sender={sender} />}</Heading>
      {message && <blockquote>{message}</blockquote>}
      <p>
        <Trans>If you accept, the pass is yours. Its time starts with your first entry.</Trans>
      </p>
      <p>
        <Trans>You can accept the gift until {until}.</Trans>
      </p>
      {link.failure && <FailureBanner failure={link.failure} />}
      {state === 'member' ? (
        <>
          {email && (
            <p>
              <Trans>
                You are signed in as <EmailText>{email}</EmailText>.
              </Trans>
            </p>
          )}
          <Button full busy={link.isAccepting} onClick={() => setAsking(true)}>
            <Trans>Accept</Trans>
          </Button>
        </>
      ) : (
        <>
          <p>
            <Trans>To accept the gift, sign up or sign in. We will then bring you back here.</Trans>
          </p>
          <LinkButton to="/join" search={{ returnTo: '/gift' }} full>
            <Trans>Sign up</Trans>
          </LinkButton>
          <LinkButton to="/login" search={{ returnTo: '/gift' }} kind="outline" full>
            <Trans>Sign in</Trans>
          </LinkButton>
        </>
      )}
      <AcceptDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          void link.accept()
        }}
        passType={product}
        sender={sender}
      />
    </>
  )
}

function Accepted({ gift: { sender, message, passType: product } }: { gift: LinkedGift }) {
  return (
    <>
      <Heading>
        <Trans>You have accepted the gift</Trans>
      </Heading>
      {message && <blockquote>{message}</blockquote>}
      <p>
        {sender ? (
          <Trans>
            The {product} pass from {sender} was added to My Pass. Its time starts with the first entry.
          </Trans>
        ) : (
          <Trans>The {product} pass was added to My Pass. Its time starts with the first entry.</Trans>
        )}
      </p>
      <LinkButton to="/myPage/myPass" full>
        <Trans>Open My Pass</Trans>
      </LinkButton>
    </>
  )
}

function Own({ gift: { message } }: { gift: LinkedGift }) {
  return (
    <>
      <h2>
        <Trans>This is your own gift</Trans>
      </h2>
      {message && <blockquote>{message}</blockquote>}
      <p>
        <Trans>Send the link to the recipient. Until the gift is accepted, you can cancel it in Gifts.</Trans>
      </p>
      <LinkButton to="/myPage/gift" search={{ type: 'sent' }} full>
        <Trans>Go to Gifts</Trans>
      </LinkButton>
    </>
  )
}
