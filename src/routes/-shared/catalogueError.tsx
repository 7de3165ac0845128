import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { Scene } from '#art/scene.tsx'
import { useConnection } from '#data/online.ts'
import { LinkButton } from '#ui/button.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useConnectionText } from './connection/useConnectionText.ts'

/** Renders the error state for a catalogue that is neither on this phone nor available from the server. */
export function CatalogueError({ title, onRetry }: { title: string; onRetry: () => void }) {
  const { t } = useLingui()
  const connection = useConnection()
  const { href } = useLocation()
  const cause = useConnectionText() ?? t`Check your connection and try again.`
  const rest = t`What is saved on this device is not affected.`
  return (
    <ErrorState
      scene={<Scene name="cablecar" />}
      title={title}
      text={
        <>
          {cause}
          <br />
          {rest}
        </>
      }
      onRetry={connection === 'offline' ? undefined : onRetry}
      actions={
        connection === 'unanswered' && (
          <LinkButton to="/index-parking" search={{ returnTo: href }} kind="quiet" full>
            <Trans>Service status</Trans>
          </LinkButton>
        )
      }
    />
  )
}
