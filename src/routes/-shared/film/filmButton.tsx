import { Trans } from '@lingui/react/macro'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import styles from './film.module.css'
import { FilmDialog } from './filmDialog.tsx'

/** Renders the button that opens the film. Load it lazily: it is rare, and brings its dialog. */
export function FilmButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.opener}>
      <Button kind="outline" icon={Play} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Trans>Watch “One day in Busan” (20 s)</Trans>
      </Button>
      <FilmDialog open={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}
