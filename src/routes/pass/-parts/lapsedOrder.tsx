import { Trans } from '@lingui/react/macro'
import { SignInAgain } from '../../-shared/signInAgain.tsx'

/** Renders the request to sign in again, in place of an order of a locked session; the sign-in returns to the order. */
export function LapsedOrder({ ord, path }: { ord: string; path: '/pass/completed' | '/pass/paymentstep1' }) {
  return (
    <>
      <SignInAgain returnTo={`${path}?ord=${encodeURIComponent(ord)}`} />
      <p>
        <Trans>
          If the payment is confirmed, what you bought will be in My Pass. If not, the order will be cancelled and any
          payment returned.
        </Trans>
      </p>
    </>
  )
}
