import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { BCP47, LOCALE_NAMES, LOCALES } from '#contract/locales.ts'
import { useOnline } from '#data/online.ts'
import { useLocale } from '#i18n/useLocale.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import screen from '../screen.module.css'
import styles from './film.module.css'

/** Files of the film, drawn by `scripts/film.ts`. No phone stores them beforehand. */
const FILM = '/film/one-day'

/** Renders the film “One day in Busan” in a dialog (spec 2.77). It starts only when the visitor starts it. */
export function FilmDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog open={open} onClose={onClose} title={t`One day in Busan`}>
      <Film />
    </Dialog>
  )
}

function Film() {
  const { t } = useLingui()
  const locale = useLocale()
  const isOnline = useOnline()
  // What has begun may be loaded already: it goes on when the connection is lost.
  const [hasBegun, setBegun] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  if (!isOnline && !hasBegun)
    return (
      <p role="status">
        <Trans>You are offline. You need a connection to watch the film.</Trans>
      </p>
    )
  if (hasFailed)
    return (
      <>
        <p role="alert">
          <Trans>Could not load the film.</Trans>
        </p>
        <Button kind="outline" full onClick={() => setFailed(false)}>
          <Trans>Try again</Trans>
        </Button>
      </>
    )
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a track for each language is below */}
      <video
        className={styles.film}
        src={`${FILM}.mp4`}
        poster={`${FILM}.jpg`}
        width={640}
        height={360}
        controls
        playsInline
        preload="none"
        aria-label={t`One day in Busan`}
        onPlay={() => setBegun(true)}
        onError={() => setFailed(true)}
      >
        {LOCALES.map((each) => (
          <track
            key={each}
            kind="captions"
            src={`${FILM}.${each}.vtt`}
            srcLang={BCP47[each]}
            label={LOCALE_NAMES[each]}
            default={each === locale}
          />
        ))}
      </video>
      <p className={screen.second}>
        <Trans>20 seconds, without sound, with captions</Trans>
      </p>
    </>
  )
}
