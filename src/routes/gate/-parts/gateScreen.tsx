import { Trans, useLingui } from '@lingui/react/macro'
import { ScanQrCode } from 'lucide-react'
import { useGate, type GateState } from '#data/gate.ts'
import { Banner } from '#ui/banner.tsx'
import { LoadingLine } from '#ui/skeleton.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { EnrolForm } from './enrolForm.tsx'
import styles from './gate.module.css'
import { Scanner } from './scanner.tsx'
import { ThisScanner } from './status.tsx'

/**
 * Renders `/gate`, the scanner of staff at one place. It uses no member's session; all it needs offline is stored on
 * this device.
 */
export function GateScreen() {
  const { t } = useLingui()
  const gate = useGate()
  return (
    <main data-screen="/gate" className={styles.page}>
      <TopBar title={gate.enrolment ? gate.enrolment.place.name : t`Gate`} />
      <Content gate={gate} />
    </main>
  )
}

function Content({ gate }: { gate: GateState }) {
  const { t } = useLingui()
  const { isRead, canStore, enrolment, waiting } = gate
  if (!isRead) return <LoadingLine label={t`Loading`} />
  if (!canStore)
    return (
      <Banner tone="red">
        <Trans>
          This browser is not letting us save data, so it cannot be used as a scanner right now. Close other Harbor Pass
          tabs and reload this page. If this does not help, leave private browsing, or use another browser.
        </Trans>
      </Banner>
    )
  if (enrolment && !enrolment.ended) {
    if (enrolment.place.kind === 'receiptplace')
      return (
        <>
          <Banner icon={ScanQrCode}>
            <Trans>This is an exchange desk for card passes. It does not admit visitors.</Trans>
          </Banner>
          <ThisScanner gate={gate} />
        </>
      )
    return <Scanner gate={gate} />
  }
  return <EnrolForm ended={enrolment?.ended ?? false} waiting={waiting} />
}
