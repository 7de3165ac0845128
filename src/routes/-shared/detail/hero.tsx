import { useLingui } from '@lingui/react/macro'
import type { LinkProps } from '@tanstack/react-router'
import { ArrowLeft, Share } from 'lucide-react'
import type { ReactNode } from 'react'
import { Scene } from '#art/scene.tsx'
import type { Photo } from '#contract/calls/photo.ts'
import type { Scene as SceneName } from '#contract/rules/scene.ts'
import { IconButton } from '#ui/button.tsx'
import { useBack } from '#ui/topBar.tsx'
import styles from './detail.module.css'
import { lazyPart } from '../lazyPart.tsx'
import { useShare } from '../useShare.ts'

interface Props {
  scene: SceneName
  /** The attraction that is shown, which may have a picture of its own. */
  place?: string | undefined
  /** Photos of what is shown; they come before the drawing. */
  photos?: readonly Photo[] | undefined
  /** What is shared with the address of the page. */
  title: string
  /** Target of the back button when the history has no previous page. */
  back: LinkProps['to']
  /** Buttons before and after the one that shares. */
  before?: ReactNode
  after?: ReactNode
}

type GalleryProps = { photos: readonly Photo[]; children: ReactNode }
/** Until it is loaded, and where it cannot be loaded, the drawing alone. */
const Gallery = lazyPart<GalleryProps>(
  async () => (await import('../gallery/gallery.tsx')).Gallery,
  ({ children }) => children,
)

/** Renders the pictures of a detail screen, and over them the buttons: back, share, and those of the screen. */
export function Hero({ scene, place, photos = [], title, back, before, after }: Props) {
  const { t } = useLingui()
  const goBack = useBack(back)
  const share = useShare()
  const drawing = <Scene name={scene} place={place} className={styles.scene} />
  return (
    <div className={styles.hero}>
      {photos.length > 0 ? <Gallery photos={photos}>{drawing}</Gallery> : drawing}
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
