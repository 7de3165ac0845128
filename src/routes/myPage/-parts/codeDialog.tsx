import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNow, useReliableTime } from '#data/clock.ts'
import { useLiveCode, type ShownPass } from '#data/myPass.ts'
import { IconButton } from '#ui/button.tsx'
import { CodePicture } from '../../-shared/codePicture.tsx'
import { passLabel } from '../../-shared/passLabel.ts'
import { NextIn } from './code.tsx'
import styles from './codeDialog.module.css'
import { closeFullScreen, FullScreenDialog } from '../../-shared/fullScreenDialog.tsx'
import { TimeLeft } from './passSky.tsx'
import { viewOf } from './passView.ts'
import { useSlides } from '../../-shared/useSlides.ts'

interface Props {
  /** The passes whose codes this phone shows. */
  passes: readonly ShownPass[]
  /** The one that is shown. */
  passUid: string
  onClose: () => void
  /** Called with another pass once it is shown. */
  onTurn: (passUid: string) => void
  /** Called with each pass that is shown, so that the list behind shows it too. */
  onShow: (passUid: string) => void
}

/**
 * Renders the codes of all passes of this phone as large as the screen allows, on white, with a swipe between them.
 */
export function CodeDialog({ passes: usable, passUid, onClose, onTurn, onShow }: Props) {
  const { t } = useLingui()
  // An entry changes the order of the passes, but must not put another code in place of the one that is held up.
  const [order] = useState(() => usable.map((pass) => pass.passUid))
  const passes = order.flatMap((uid) => usable.find((pass) => pass.passUid === uid) ?? [])
  const start = Math.max(
    0,
    passes.findIndex((pass) => pass.passUid === passUid),
  )
  const slides = useSlides(passes.length, start)
  const { current, total } = slides
  const shownUid = passes[current]?.passUid ?? passUid
  const report = useEffectEvent((uid: string) => {
    if (uid !== passUid) onTurn(uid)
    onShow(uid)
  })
  useEffect(() => report(shownUid), [shownUid])
  // The first slide is shown without a visible scroll.
  const { track } = slides
  useEffect(() => {
    const list = track.current
    if (list && start > 0) list.scrollTo({ left: start * list.clientWidth, behavior: 'instant' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when it opens
  }, [])
  const number = current + 1
  return (
    <FullScreenDialog
      label={t`QR codes of your passes`}
      className={undefined}
      onClose={onClose}
      onClosed={() => {
        codeOf(shownUid)?.focus({ preventScroll: true })
        // After the router, which restores where the list stood in this entry of the history.
        requestAnimationFrame(() => onShow(shownUid))
      }}
      onStep={(by) => total > 1 && slides.step(by)}
    >
      <div className={styles.bar}>
        <IconButton icon={X} label={t`Close`} onClick={closeFullScreen} className={styles.close} />
        {total > 1 && (
          <>
            <IconButton icon={ChevronLeft} label={t`Previous pass`} onClick={() => slides.step(-1)} />
            <span aria-live="polite">
              <Trans>
                {number} of {total}
              </Trans>
            </span>
            <IconButton icon={ChevronRight} label={t`Next pass`} onClick={() => slides.step(1)} />
          </>
        )}
      </div>
      <ul ref={track} className={styles.track} onScroll={slides.onScroll}>
        {passes.map((pass, index) => (
          <li key={pass.passUid} inert={index !== current}>
            <Slide pass={pass} />
          </li>
        ))}
      </ul>
    </FullScreenDialog>
  )
}

/** Returns the code of a pass on My Pass: it takes the focus when the full screen is closed, as it is what was shown. */
const codeOf = (passUid: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[data-pass]')]
    .find(({ dataset }) => dataset.pass === passUid)
    ?.querySelector<HTMLElement>('[data-live]') ?? null

function Slide({ pass }: { pass: ShownPass }) {
  const { t } = useLingui()
  const code = useLiveCode(pass.passUid)
  const now = useNow(1000)
  const view = viewOf(pass, now, useReliableTime())
  const product = pass.passType
  return (
    <>
      <div className={styles.band} data-product={product}>
        <h2>{passLabel(pass)}</h2>
        <p>{pass.holder}</p>
        <p>
          <TimeLeft view={view} pass={pass} />
        </p>
      </div>
      {code && <CodePicture code={code} label={t`QR code of your ${product} pass`} />}
      <p className={styles.hint}>
        <Trans>Hold the screen up to the scanner.</Trans> {code?.live && <NextIn code={code} now={now} />}
      </p>
    </>
  )
}
