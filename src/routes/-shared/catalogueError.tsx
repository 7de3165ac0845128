import { useLingui } from '@lingui/react/macro'
import { Scene } from '#art/scene.tsx'
import { ErrorState } from '#ui/states.tsx'

/** Renders the error state for a catalogue that is neither on this phone nor available from the server. */
export function CatalogueError({ title, onRetry }: { title: string; onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <ErrorState
      scene={<Scene name="cablecar" hour="night" />}
      title={title}
      text={t`Check your connection and try again. What is saved on this phone is not affected.`}
      onRetry={onRetry}
    />
  )
}
