import styles from './home.module.css'

/** Keeps the place of the banners until it is clear whether there are any. */
export function BannersBlank() {
  return <div className={styles.bannersBlank} />
}
