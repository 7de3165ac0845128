import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight, Pause, Play, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLiveCode, type ShownPass } from '#data/myPass.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { CodePicture } from '../../-shared/codePicture.tsx'
import { passLabel } from '../../-shared/passLabel.ts'
import { closeFullScreen, FullScreenDialog } from '../../-shared/fullScreenDialog.tsx'
import styles from './showAll.module.css'

/** Time that each code is shown: enough for a scanner that reads ten times a second. */
export const SHOW_MS = 1_500
/** Movement of a finger, in CSS pixels, that counts as a swipe. */
const SWIPE_PX = 40

const prefersStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

interface Props {
  /** At least one. */
  passes: readonly ShownPass[]
  onClose: () => void
}

/**
 * Renders the live codes of several passes, one at a time and as large as the screen allows, until it is closed. They
 * follow each other by themselves, except for visitors who prefer reduced motion: they change by tap.
 */
export function ShowAllDialog({ passes, onClose }: Props) {
  const { t } = useLingui()
  const [position, setPosition] = useState(0)
  const [isRunning, setIsRunning] = useState(() => !prefersStill())
  const swipe = useRef<{ x: number; moved: boolean }>({ x: 0, moved: false })
  const total = passes.length
  const current = Math.min(position, total - 1)
  const step = (by: number) => setPosition((before) => (Math.min(before, total - 1) + by + total) % total)
  useEffect(() => {
    if (!isRunning || total < 2) return undefined
    const timer = setInterval(() => setPosition((before) => (before + 1) % total), SHOW_MS)
    return () => clearInterval(timer)
  }, [isRunning, total])
  const shownPass = passes[current]
  if (!shownPass) return null
  const number = current + 1
  return (
    <FullScreenDialog label={t`QR codes of your passes`} className={styles.all} onClose={onClose} onStep={step}>
      <div className={styles.bar}>
        <p className={styles.place} aria-live={isRunning ? 'off' : 'polite'}>
          <strong>
            <Trans>
              {number} of {total}
            </Trans>
          </strong>
          <span>{shownPass.holder || passLabel(shownPass)}</span>
        </p>
        <IconButton icon={X} label={t`Close`} onClick={closeFullScreen} />
      </div>
      <button
        type="button"
        className={styles.codes}
        aria-label={t`Next QR code`}
        onPointerDown={({ clientX }) => (swipe.current = { x: clientX, moved: false })}
        onPointerUp={({ clientX }) => {
          const distance = clientX - swipe.current.x
          swipe.current.moved = Math.abs(distance) >= SWIPE_PX
          if (swipe.current.moved) step(distance < 0 ? 1 : -1)
        }}
        onClick={() => {
          // The click that ends a swipe.
          if (!swipe.current.moved) step(1)
          swipe.current.moved = false
        }}
      >
        {passes.map((pass) => (
          <Code key={pass.passUid} pass={pass} isShown={pass === shownPass} />
        ))}
      </button>
      <div className={styles.foot}>
        <p>{shownPass.holder && passLabel(shownPass)}</p>
        <div className={styles.controls}>
          <IconButton icon={ChevronLeft} label={t`Previous QR code`} onClick={() => step(-1)} />
          <Button kind="quiet" icon={isRunning ? Pause : Play} onClick={() => setIsRunning(!isRunning)}>
            {isRunning ? <Trans>Pause</Trans> : <Trans>Play</Trans>}
          </Button>
          <IconButton icon={ChevronRight} label={t`Next QR code`} onClick={() => step(1)} />
        </div>
        <p>
          <Trans>Hold the screen up to the scanner until all codes are accepted.</Trans>
        </p>
      </div>
    </FullScreenDialog>
  )
}

/** Renders a live code; all are kept up to date, so that each is current when it is shown. */
function Code({ pass, isShown }: { pass: ShownPass; isShown: boolean }) {
  const { t } = useLingui()
  const code = useLiveCode(pass.passUid)
  const product = pass.passType
  return (
    <span hidden={!isShown} data-shown={isShown || undefined}>
      {code && <CodePicture code={code} label={t`QR code of your ${product} pass`} />}
    </span>
  )
}
