import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Scene } from '#art/scene.tsx'
import type { Scene as SceneName } from '#contract/rules/scene.ts'
import { useConnection } from '#data/online.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { ErrorState } from '#ui/states.tsx'
import { LazyReference } from './lazyReference.tsx'
import { useConnectionText } from './connection/useConnectionText.ts'

interface Props {
  title: ReactNode
  scene: SceneName
  failure: FailedOutcome | null
  onRetry: () => void
}

/**
 * Renders why an answer that is the same for everybody could not be loaded. Offline there is no button to try again: the
 * answer is loaded when the phone is online.
 */
export function LoadError({ title, scene, failure, onRetry }: Props) {
  const errorText = useErrorText()
  const isOffline = useConnection() === 'offline'
  const cause = useConnectionText()
  return (
    <ErrorState
      scene={<Scene name={scene} />}
      title={title}
      text={
        cause ??
        (failure && failure.code !== 'OFFLINE' ? (
          errorText(failure)
        ) : (
          <Trans>Check your connection and try again.</Trans>
        ))
      }
      code={failure?.reference && <LazyReference id={failure.reference} />}
      onRetry={isOffline ? undefined : onRetry}
    />
  )
}
