import { useLingui } from '@lingui/react/macro'
import type { LinkProps } from '@tanstack/react-router'
import { ArrowLeft, Share } from 'lucide-react'
import type { ReactNode } from 'react'
import { Scene } from '#art/scene.tsx'
import type { Scene as SceneName } from '#contract/rules/scene.ts'
import { IconButton } from '#ui/button.tsx'
import { useBack } from '#ui/topBar.tsx'
import styles from './detail.module.css'
import { useShare } from '../useShare.ts'

interface Props {
  scene: SceneName
  /** The attraction that is shown, which may have a picture of its own. */
  place?: string | undefined
  /** What is shared with the address of the page. */
  title: string
  /** Target of the back button when the history has no previous page. */
  back: LinkProps['to']
  /** Buttons before and after the one that shares. */
  before?: ReactNode
  after?: ReactNode
}

/** Renders the picture of a detail screen, and over it the buttons: back, share, and those of the screen. */
export function Hero({ scene, place, title, back, before, after }: Props) {
  const { t } = useLingui()
  const goBack = useBack(back)
  const share = useShare()
  return (
    <div className={styles.hero}>
      <Scene name={scene} place={place} className={styles.scene} />
      <div className={styles.actions}>
        <IconButton raised icon={ArrowLeft} label={t`Back`} onClick={goBack} />
        <span />
        {before}
        <IconButton raised icon={Share} label={t`Share`} onClick={() => void share(title)} />
        {after}
      </div>
    </div>
  )
}
