import { Skeleton } from '#ui/skeleton.tsx'
import styles from './home.module.css'

/** Renders placeholders of cards in their size: picture, a name of two lines, one line of text. */
export function Blanks() {
  return [0, 1, 2, 3].map((index) => (
    <li key={index} className={styles.card}>
      <span className={styles.pictureBlank} />
      <Skeleton width="80%" height="2.5rem" />
      <Skeleton width="60%" height="1.25rem" />
    </li>
  ))
}
