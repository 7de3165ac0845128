import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { Camera as CameraIcon, CameraOff, Flashlight, FlashlightOff, ScanQrCode, SwitchCamera } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Icon } from '#ui/icon.tsx'
import type { CameraState } from '../../-shared/camera/camera.ts'
import type { UsedCamera } from '../../-shared/camera/useCamera.ts'
import styles from './gate.module.css'
import { allowSound } from './signals.ts'

/** Why there is no picture, and what to do. */
const PROBLEMS: Partial<Record<CameraState, MessageDescriptor>> = {
  denied: msg`Camera access was denied. Start the camera again and allow access; if the browser does not ask, allow the camera in the browser’s settings. You can also use a handheld scanner.`,
  busy: msg`Another app is using the camera. Close that app, then start the camera again.`,
  none: msg`No camera was found. Connect one, or use a handheld scanner. While online, you can also type the code or card number.`,
  lost: msg`The camera stopped sending a picture. Check that it is connected, then start it again.`,
  failed: msg`The camera could not be started. Use a handheld scanner. While online, you can also type the code or card number.`,
  interrupted: msg`The device has paused the camera, for example during a call. The camera will start again by itself.`,
}

interface Props {
  camera: Omit<UsedCamera, 'host'>
  host: UsedCamera['host']
  /** The picture covers the answer, while the gate waits for the next code. */
  isOver: boolean
}

/** Renders the picture with marks to aim at, the reason when there is none, and the camera's buttons. */
export function CameraWindow({ camera, host, isOver }: Props) {
  const { i18n } = useLingui()
  const { state, torch, cameras } = camera
  const problem = PROBLEMS[state]
  const hasPicture = state === 'on'
  return (
    <div className={styles.camera}>
      <div className={cx(styles.window, isOver && hasPicture && styles.over)}>
        <div ref={host} className={styles.picture} data-camera={state} data-engine={camera.engine ?? undefined} />
        {hasPicture ? (
          <span className={styles.aim} />
        ) : (
          <div className={styles.start}>
            <Icon of={ScanQrCode} size={48} />
            {problem && <p role="alert">{i18n._(problem)}</p>}
            {state !== 'interrupted' && (
              <Button
                icon={CameraIcon}
                busy={state === 'starting' || state === 'paused'}
                onClick={() => {
                  allowSound()
                  void camera.start()
                }}
              >
                <Trans>Start the camera</Trans>
              </Button>
            )}
          </div>
        )}
      </div>
      {hasPicture && (
        <div className={styles.tools}>
          {torch !== null && (
            <Button
              kind="quiet"
              icon={torch ? FlashlightOff : Flashlight}
              aria-pressed={torch}
              onClick={() => void camera.toggleTorch()}
            >
              <Trans>Torch</Trans>
            </Button>
          )}
          {cameras > 1 && (
            <Button kind="quiet" icon={SwitchCamera} onClick={camera.switchCamera}>
              <Trans>Switch camera</Trans>
            </Button>
          )}
          <Button kind="quiet" icon={CameraOff} onClick={camera.stop}>
            <Trans>Stop the camera</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}
