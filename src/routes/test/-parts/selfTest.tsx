import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { drawTestCode } from '#data/selfTest.ts'
import { Button } from '#ui/button.tsx'
import { CodePicture } from '../../-shared/codePicture.tsx'
import styles from './test.module.css'

type Result = 'running' | 'passed' | { failed: string }

/** Renders tests of the QR code and the camera, both run on request only. */
export function SelfTest() {
  const { t } = useLingui()
  const [code, setCode] = useState<Awaited<ReturnType<typeof drawTestCode>>>()
  const [qr, setQr] = useState<Result>()
  const [camera, setCamera] = useState<Result>()
  const video = useRef<HTMLVideoElement>(null)
  const stream = useRef<MediaStream>(null)
  const stop = (): void => stream.current?.getTracks().forEach((track) => track.stop())
  useEffect(() => stop, [])

  const testCode = async (): Promise<void> => {
    setQr('running')
    try {
      setCode(await drawTestCode())
      setQr('passed')
    } catch (error) {
      setQr({ failed: String(error) })
    }
  }
  const testCamera = async (): Promise<void> => {
    setCamera('running')
    try {
      stop()
      stream.current = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (video.current) video.current.srcObject = stream.current
      setCamera('passed')
    } catch (error) {
      setCamera({ failed: (error as DOMException).name })
    }
  }
  const textOf = (result: Result | undefined): string => {
    if (result === undefined) return t`Not tested`
    if (result === 'running') return t`Testing`
    if (result === 'passed') return t`Works`
    const reason = result.failed
    return t`Does not work: ${reason}`
  }
  return (
    <section>
      <h2>
        <Trans>Self-test</Trans>
      </h2>
      <dl>
        <div>
          <dt>
            <Trans>QR code</Trans>
          </dt>
          <dd>
            <span role="status">{textOf(qr)}</span>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Camera</Trans>
          </dt>
          <dd>
            <span role="status">{textOf(camera)}</span>
          </dd>
        </div>
      </dl>
      {code && (
        <div className={styles.code}>
          <CodePicture code={code} label={t`QR code`} />
        </div>
      )}
      <video ref={video} className={styles.video} hidden={camera !== 'passed'} autoPlay muted playsInline />
      <div className={styles.row}>
        <Button kind="quiet" size="small" busy={qr === 'running'} onClick={() => void testCode()}>
          <Trans>Test the code</Trans>
        </Button>
        <Button kind="quiet" size="small" busy={camera === 'running'} onClick={() => void testCamera()}>
          <Trans>Test the camera</Trans>
        </Button>
      </div>
    </section>
  )
}
