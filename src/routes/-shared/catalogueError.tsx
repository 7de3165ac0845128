import { useLingui } from '@lingui/react/macro'
import { Scene } from '#art/scene.tsx'
import { useConnection } from '#data/online.ts'
import { ErrorState } from '#ui/states.tsx'
import { useConnectionText } from './connection/useConnectionText.ts'

/** Renders the error state for a catalogue that is neither on this phone nor available from the server. */
export function CatalogueError({ title, onRetry }: { title: string; onRetry: () => void }) {
  const { t } = useLingui()
  const isOffline = useConnection() === 'offline'
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
      onRetry={isOffline ? undefined : onRetry}
    />
  )
}
