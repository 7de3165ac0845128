import { Trans } from '@lingui/react/macro'
import { Scene } from '#art/scene.tsx'
import { LinkButton } from '#ui/button.tsx'
import { ErrorState } from '#ui/states.tsx'

/** Renders an order that does not exist or belongs to another account: asking again cannot help. */
export function OrderNotFound() {
  return (
    <ErrorState
      scene={<Scene name="cablecar" />}
      title={<Trans>Order not found</Trans>}
      text={
        <Trans>
          This pass order is not in your account. If you ordered with another account, sign in with that one.
        </Trans>
      }
      actions={
        <LinkButton to="/myPage/myPass" full>
          <Trans>Open My Pass</Trans>
        </LinkButton>
      }
    />
  )
}
