import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { InlineScene } from '#art/inlineScene.tsx'
import { Mark } from '#art/mark.tsx'
import { useService } from '#data/service.ts'
import { LinkButton } from '#ui/button.tsx'
import { LoadingLine } from '#ui/skeleton.tsx'
import styles from './launch.module.css'
import { BRAND } from './layout.ts'
import { useTitle } from './title.ts'

const LEADS_ON_MS = 1_500

/**
 * Renders the launch screen (two addresses). It goes to home after a delay, or at once by a link; to the status of the
 * service where our server does not answer, or cannot serve (spec 2.8).
 */
export function Launch({ screen }: { screen: '/splash' | '/load' }) {
  const { t } = useLingui()
  useTitle(BRAND)
  const navigate = useNavigate()
  const { state } = useService()
  const isAway = state === 'unanswered' || state === 'unavailable'
  useEffect(() => {
    const lead = () =>
      void (isAway
        ? navigate({ to: '/index-parking', search: { returnTo: '/home' }, replace: true })
        : navigate({ to: '/home', replace: true }))
    const timer = setTimeout(lead, LEADS_ON_MS)
    return () => clearTimeout(timer)
  }, [navigate, isAway])
  return (
    <main data-screen={screen} className={styles.launch}>
      <InlineScene name="gwangan" className={styles.scene} />
      <div className={styles.words}>
        <Mark className={styles.mark} />
        <h1>{BRAND}</h1>
        {screen === '/load' && <LoadingLine label={t`Loading`} />}
        <LinkButton to="/home" kind="quiet">
          <Trans>Go to the home screen</Trans>
        </LinkButton>
      </div>
    </main>
  )
}
