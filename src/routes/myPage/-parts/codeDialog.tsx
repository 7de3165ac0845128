import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { LiveCode } from '#data/myPass.ts'
import { IconButton } from '#ui/button.tsx'
import { useWakeLock } from '../../-shared/wakeLock.ts'
import { CodePicture } from '../../-shared/codePicture.tsx'
import { NextIn } from './code.tsx'
import styles from './codeDialog.module.css'

interface Props {
  code: LiveCode
  now: number
  product: string
  /** Label of the pass with the name that its member gave it, to find the right code when one phone holds several. */
  title: string
  onClose: () => void
}

/** Renders the code as large as the screen allows, on white, and keeps the screen awake. */
export function CodeDialog({ code, now, product, title, onClose }: Props) {
  const { t } = useLingui()
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => ref.current?.showModal(), [])
  useWakeLock()
  return (
    <dialog ref={ref} className={styles.full} onClose={onClose} aria-label={t`QR code of your ${product} pass`}>
      <div className={styles.bar}>
        <h2>{title}</h2>
        <IconButton icon={X} label={t`Close`} onClick={onClose} />
      </div>
      <CodePicture code={code} label={t`QR code of your ${product} pass`} />
      <p>
        <Trans>Hold the screen up to the scanner.</Trans> {code.live && <NextIn code={code} now={now} />}
      </p>
    </dialog>
  )
}
