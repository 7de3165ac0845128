import { Trans } from '@lingui/react/macro'
import { Scene } from '#art/scene.tsx'
import { LinkButton } from '#ui/button.tsx'
import { ErrorState } from '#ui/states.tsx'

/** Renders an order that does not exist or belongs to another account: asking again cannot help. */
export function OrderNotFound({ of }: { of: 'pass' | 'cart' }) {
  return (
    <ErrorState
      scene={<Scene name="cablecar" />}
      title={<Trans>Order not found</Trans>}
      text={
        <Trans>This order is not in your account. If you ordered with another account, sign in with that one.</Trans>
      }
      actions={
        of === 'pass' ? (
          <LinkButton to="/myPage/myPass" full>
            <Trans>Open My Pass</Trans>
          </LinkButton>
        ) : (
          <LinkButton to="/cart" replace full>
            <Trans>Back to the cart</Trans>
          </LinkButton>
        )
      }
    />
  )
}
