import { Trans } from '@lingui/react/macro'
import { SignInAgain } from '../signInAgain.tsx'

interface Props {
  ord: string
  path: '/pass/completed' | '/pass/paymentstep1' | '/cart/completed'
}

/** Renders the request to sign in again, in place of an order of a locked session; the sign-in returns to the order. */
export function LapsedOrder({ ord, path }: Props) {
  return (
    <>
      <SignInAgain returnTo={`${path}?ord=${encodeURIComponent(ord)}`} />
      <p>
        {path === '/cart/completed' ? (
          <Trans>
            If the payment is confirmed, you will find what you bought in My Pass or My Page. If not, the order will be
            cancelled and any payment returned.
          </Trans>
        ) : (
          <Trans>
            If the payment is confirmed, what you bought will be in My Pass. If not, the order will be cancelled and any
            payment returned.
          </Trans>
        )}
      </p>
    </>
  )
}
