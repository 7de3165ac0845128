import { Trans } from '@lingui/react/macro'
import { UserRound } from 'lucide-react'
import { Icon } from '#ui/icon.tsx'

/** Renders the row about who needs a pass: each person. */
export function OnePassRow() {
  return (
    <li>
      <Icon of={UserRound} />
      <span>
        <b>
          <Trans>One pass per person</Trans>
        </b>
        <Trans>
          For visitors with a foreign passport; Korean nationals only when travelling with a foreign visitor.
        </Trans>
      </span>
    </li>
  )
}
