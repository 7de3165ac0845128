import { Trans } from '@lingui/react/macro'
import { LinkButton } from '#ui/button.tsx'
import { versionOf } from '../../-shared/version.ts'
import styles from './setting.module.css'

/** Renders the version, which support asks for, and the way to the diagnostics. */
export function AboutSection() {
  const version = versionOf()
  return (
    <section className={styles.part} aria-labelledby="about">
      <h2 id="about">
        <Trans>About this app</Trans>
      </h2>
      <p className={styles.quiet} data-version={version}>
        <Trans>Version {version}</Trans>
      </p>
      <LinkButton to="/test" kind="outline">
        <Trans>Diagnostics</Trans>
      </LinkButton>
    </section>
  )
}
