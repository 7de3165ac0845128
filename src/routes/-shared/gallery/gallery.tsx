import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Photo } from '#contract/calls/photo.ts'
import { PHOTO_FORMATS, photoAddress, photoSet } from '#contract/rules/photo.ts'
import { useOnline } from '#data/online.ts'
import { IconButton } from '#ui/button.tsx'
import { useSlides } from '../useSlides.ts'
import styles from './gallery.module.css'

/** Width of a slide. On a phone the slide is nearly square, so a photo is drawn wider than it. */
const SIZES = '(min-width: 64rem) 64rem, 120vw'

interface Props {
  photos: readonly Photo[]
  /** The picture that every record has. It is the last slide, and the only one while no photo can be had. */
  children: ReactNode
}

/**
 * Renders the photos of a record side by side, and its drawing behind them. A photo that cannot be loaded, such as one
 * that is not on the phone while it is offline, is left out until the server answers again. Load it lazily: most records
 * have no photos.
 */
export function Gallery({ photos, children }: Props) {
  const { t } = useLingui()
  const isOnline = useOnline()
  const [failedUids, setFailedUids] = useState<readonly string[]>([])
  const [wasOnline, setWasOnline] = useState(isOnline)
  if (wasOnline !== isOnline) {
    setWasOnline(isOnline)
    if (isOnline) setFailedUids([])
  }
  const loadable = photos.filter(({ photoUid }) => !failedUids.includes(photoUid))
  const { track, current, total, step, onScroll } = useSlides(loadable.length + 1)
  const number = current + 1
  const leaveOut = (photoUid: string) => setFailedUids((before) => [...before, photoUid])
  if (loadable.length === 0) return children
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller needs the keyboard */}
      <ul ref={track} className={styles.track} onScroll={onScroll} tabIndex={0} aria-label={t`Pictures`}>
        {loadable.map((photo) => (
          <li key={photo.photoUid} style={{ backgroundColor: photo.color }}>
            <Figure photo={photo} onError={() => leaveOut(photo.photoUid)} />
          </li>
        ))}
        <li aria-hidden>{children}</li>
      </ul>
      <div className={styles.controls}>
        <IconButton raised icon={ChevronLeft} label={t`Previous picture`} onClick={() => step(-1)} />
        <span className={styles.count} aria-live="polite">
          <Trans>
            {number} of {total}
          </Trans>
        </span>
        <IconButton raised icon={ChevronRight} label={t`Next picture`} onClick={() => step(1)} />
      </div>
    </>
  )
}

function Figure({ photo, onError }: { photo: Photo; onError: () => void }) {
  const { photoUid, alt, credit, width, height } = photo
  return (
    <figure className={styles.figure} data-upright={height > width || undefined}>
      <picture>
        {PHOTO_FORMATS.map((format) => (
          <source key={format} type={`image/${format}`} srcSet={photoSet(photo, format)} sizes={SIZES} />
        ))}
        <img
          src={photoAddress(photoUid, width, 'webp')}
          width={width}
          height={height}
          alt={alt}
          loading="lazy"
          decoding="async"
          onError={onError}
        />
      </picture>
      <figcaption>
        <Trans>Photo: {credit}</Trans>
      </figcaption>
    </figure>
  )
}
