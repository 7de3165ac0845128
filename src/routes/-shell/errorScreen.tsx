import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { House, RotateCw } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import type { RELOADED_KEY } from '#contract/rules/reload.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { errorStatusOf } from './errorStatus.ts'
import { useIsGate } from './useIsGate.ts'
import { NOT_FOUND_TITLE } from '../-shared/layout.ts'
import { LazyReference } from '../-shared/lazyReference.tsx'
import { Shell } from './shell.tsx'
import { useTitle } from '../-shared/title.ts'

/** Only the type is imported: importing the value would add a chunk to the first visit. */
const RELOADED: typeof RELOADED_KEY = 'reloadedAt'

/** Was a chunk missing, so that `reloadOnce` is reloading this page? Then there is no error to show yet. */
const isReloading = (): boolean => {
  try {
    return Number(sessionStorage.getItem(RELOADED)) > performance.timeOrigin
  } catch {
    return false
  }
}

/** Renders the general error page: the status message and code, a button that tries again, and a link to home. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui()
  const router = useRouter()
  const { code, message, reference } = errorStatusOf(error)
  const title = t`Could not open this page`
  useTitle(title)
  const isGate = useIsGate()
  if (isReloading()) return null
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Shell layout="clean">
      <main data-screen="error">
        <EmptyState
          scene={<Scene name="cablecar" />}
          title={title}
          isScreenTitle
          text={!isGate && <Trans>Your passes and what is saved on this device are not affected.</Trans>}
          actions={
            <>
              <Button icon={RotateCw} onClick={retry} full>
                <Trans>Try again</Trans>
              </Button>
              <LinkButton to="/home" kind="quiet" icon={House} full>
                <Trans>Home</Trans>
              </LinkButton>
              <p>
                <Trans>
                  Error {code}: {message}
                </Trans>
              </p>
              {reference && (
                <p>
                  <LazyReference id={reference} />
                </p>
              )}
            </>
          }
        />
      </main>
    </Shell>
  )
}

/** Renders the page of an address that does not exist. */
export function NotFoundScreen() {
  const { i18n } = useLingui()
  const title = i18n._(NOT_FOUND_TITLE)
  useTitle(title)
  return (
    <main data-screen="404">
      <EmptyState
        scene={<Scene name="harbour" />}
        title={title}
        isScreenTitle
        text={<Trans>The address may have been mistyped, or the page may have moved.</Trans>}
        actions={
          <LinkButton to="/home" icon={House} full>
            <Trans>Home</Trans>
          </LinkButton>
        }
      />
    </main>
  )
}
