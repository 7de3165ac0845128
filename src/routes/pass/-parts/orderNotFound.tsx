import { Trans } from '@lingui/react/macro'
import { Scene } from '#art/scene.tsx'
import { useErrorText } from '#i18n/useErrorText.ts'
import { LinkButton } from '#ui/button.tsx'
import { ErrorState } from '#ui/states.tsx'

/** Renders an order that does not exist or belongs to another account: asking again cannot help. */
export function OrderNotFound() {
  const errorText = useErrorText()
  return (
    <ErrorState
      scene={<Scene name="cablecar" />}
      title={<Trans>We could not look up your order</Trans>}
      text={errorText('E_NOT_FOUND')}
      actions={
        <LinkButton to="/myPage/myPass" full>
          <Trans>Open My Pass</Trans>
        </LinkButton>
      }
    />
  )
}
