import type { ReactNode } from 'react'
import { Scene } from '#art/scene.tsx'
import { cx } from '#ui/cx.ts'
import type { Scene as SceneName } from '#contract/rules/scene.ts'
import styles from './columns.module.css'

interface Props {
  /** What stays in view beside the content: a summary, filters, the next step. */
  aside?: ReactNode
  /** Picture at the end of the second column. */
  scene?: SceneName
  /** In one column the aside comes before the content, as filters do. */
  first?: boolean
  /** The aside is what was chosen in the content, and gets the larger part of the width. */
  detail?: boolean
  children: ReactNode
}

/** Renders a screen's content and an aside: two columns from 1024 px, else one without the picture. */
export function Columns({ aside, scene, first = false, detail = false, children }: Props) {
  const second = (
    <aside>
      {aside}
      {scene && <Scene name={scene} className={styles.picture} />}
    </aside>
  )
  return (
    <div className={cx(styles.columns, detail && styles.detail)}>
      {first && second}
      <div>{children}</div>
      {!first && second}
    </div>
  )
}

/** Renders a list whose rows stand in as many columns as fit. Its children are `<li>`. */
export function Pairs({ children }: { children: ReactNode }) {
  return <ul className={styles.pairs}>{children}</ul>
}

/** Renders a picture that fills the window beside the screen from 1024 px on, in the `clean` layout; else nothing. */
export function SceneBeside({ name }: { name: SceneName }) {
  return <Scene name={name} crop={TALL} className={styles.beside} />
}

/** Beyond the sheet the sprite has more sky and sea. */
const TALL = [60, -130, 280, 430] as const
