import { useLingui } from '@lingui/react/macro'
import { SiteSearchForm } from '../../-shared/siteSearchForm.tsx'
import styles from './home.module.css'

/** Renders the search over the whole site. */
export function Search() {
  const { t } = useLingui()
  return <SiteSearchForm placeholder={t`Where to in Busan?`} className={styles.search} />
}
