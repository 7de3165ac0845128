import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui as useTexts } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Camera as CameraIcon, Flashlight, FlashlightOff, SwitchCamera } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { CameraState } from '../../../-shared/camera/camera.ts'
import { useCamera } from '../../../-shared/camera/useCamera.ts'
import styles from './scan.module.css'

interface Props {
  open: boolean
  onClose: () => void
  /** The text of the QR code; called once. */
  onText: (text: string) => void
}

/** Renders the dialog that reads the QR code of a card with the camera (spec 2.75). */
export function ScanDialog({ open, onClose, onText }: Props) {
  const { t } = useLingui()
  return (
    <Dialog open={open} onClose={onClose} title={t`Scan the card`}>
      {open && <Finder onText={onText} onClose={onClose} />}
    </Dialog>
  )
}

/** Why there is no picture, and what to do. */
const PROBLEMS: Partial<Record<CameraState, MessageDescriptor>> = {
  denied: msg`Harbor Pass cannot use the camera. Choose “Start the camera” and allow it. If your browser does not ask, allow the camera for this site in the browser’s settings. You can also type the number on the card.`,
  busy: msg`Another app is using the camera. Close that app, then start the camera again.`,
  none: msg`No camera was found. Type the number on the card instead.`,
  lost: msg`The camera stopped sending a picture. Start it again, or type the number on the card.`,
  failed: msg`The camera could not be started. Type the number on the card instead.`,
  interrupted: msg`The device has paused the camera, for example during a call. The camera will start again by itself.`,
}

function Finder({ onText, onClose }: Pick<Props, 'onText' | 'onClose'>) {
  const { _ } = useTexts()
  const wasRead = useRef(false)
  const { host, state, torch, cameras, start, toggleTorch, switchCamera } = useCamera((text) => {
    // The camera reads a code about ten times a second.
    if (wasRead.current) return
    wasRead.current = true
    onText(text)
  }, 'now')
  const problem = PROBLEMS[state]
  return (
    <div className={styles.finder}>
      <div className={styles.window}>
        <div ref={host} className={styles.picture} data-camera={state} />
        {state === 'on' ? (
          <span className={styles.aim} />
        ) : (
          <div className={styles.cover}>
            {problem ? (
              <p role="alert">{_(problem)}</p>
            ) : (
              <p role="status">
                <Trans>Starting the camera</Trans>
              </p>
            )}
            {problem && state !== 'interrupted' && (
              <Button icon={CameraIcon} onClick={() => void start()}>
                <Trans>Start the camera</Trans>
              </Button>
            )}
          </div>
        )}
      </div>
      <p className={styles.hint}>
        <Trans>Hold the QR code of the card inside the frame. It is scanned automatically.</Trans>
      </p>
      <div className={styles.tools}>
        {torch !== null && (
          <Button
            kind="outline"
            size="small"
            icon={torch ? FlashlightOff : Flashlight}
            aria-pressed={torch}
            onClick={() => void toggleTorch()}
          >
            <Trans>Torch</Trans>
          </Button>
        )}
        {state === 'on' && cameras > 1 && (
          <Button kind="outline" size="small" icon={SwitchCamera} onClick={switchCamera}>
            <Trans>Switch camera</Trans>
          </Button>
        )}
        <Button kind="quiet" size="small" onClick={onClose}>
          <Trans>Type the number instead</Trans>
        </Button>
      </div>
    </div>
  )
}
