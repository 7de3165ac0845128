import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { FOOTER_LINKS } from '../-navigation.ts'
import { BRAND } from '../-shared/layout.ts'
import styles from './shell.module.css'

/** Renders the footer: the operator, support hours (spec 9.27), credits, and links to help and policies. */
export function Footer() {
  const { i18n } = useLingui()
  return (
    <footer className={styles.footer}>
      <p>
        <b>{BRAND}</b>
        <br />
        <Trans>The tourist pass for Busan, Republic of Korea</Trans>
      </p>
      <p>
        <b>
          <Trans>Customer support</Trans>
        </b>
        <br />
        <Trans>Weekdays 09:00–18:00 (lunch break 12:00–13:00), Korean time. Closed on Korean public holidays.</Trans>
      </p>
      <p>
        <Trans>Metro station data: Korea’s Public Data Portal. Country names: Unicode CLDR.</Trans>
      </p>
      <ul>
        {FOOTER_LINKS.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{i18n._(label)}</Link>
          </li>
        ))}
      </ul>
    </footer>
  )
}
