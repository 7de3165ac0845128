import { Trans } from '@lingui/react/macro'
import { SignInAgain } from '../../-parts/signInAgain.tsx'

/** In place of an order that cannot be asked for until its member has signed in again; that leads back to it. */
export function LapsedOrder({ ord, path }: { ord: string; path: '/pass/completed' | '/pass/paymentstep1' }) {
  return (
    <>
      <SignInAgain returnTo={`${path}?ord=${encodeURIComponent(ord)}`} />
      <p>
        <Trans>
          Once the payment is confirmed, your pass will be in My Pass. Otherwise the order will be cancelled and any
          payment returned.
        </Trans>
      </p>
    </>
  )
}
