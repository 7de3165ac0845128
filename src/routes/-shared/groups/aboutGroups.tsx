import { Trans } from '@lingui/react/macro'
import { GroupsButton } from './groupsButton.tsx'

/** Renders the button that explains groups A and B. */
export function AboutGroups() {
  return (
    <GroupsButton>
      <Trans>What A and B mean</Trans>
    </GroupsButton>
  )
}
