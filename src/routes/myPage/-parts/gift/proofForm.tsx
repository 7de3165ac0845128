import { Trans } from '@lingui/react/macro'
import { useEffect, useState, type ComponentProps, type FormEvent, type ReactNode } from 'react'
import { useOnline } from '#data/online.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { offeredProof, type CodePurpose, type MemberProof as Proof } from '#data/ownCode.ts'
import { Button } from '#ui/button.tsx'
import { useSecondsLeft } from '../../../-shared/countdown.tsx'
import { NewCodeLabel } from '../../../-shared/mailedCode.tsx'
import styles from './gift.module.css'
import { MemberProof } from './memberProof.tsx'
import { useMemberProof } from './useMemberProof.ts'

interface Props {
  purpose: CodePurpose
  /** The member's email address, to which a code is mailed. */
  own: string
  reasons: ComponentProps<typeof MemberProof>['reasons']
  /** Acts with the typed proof; resolves to the failure, or to null. */
  onProof: (typed: { password: string } | { code: string }) => Promise<FailedOutcome | null>
  /** The act deletes something. */
  danger?: boolean
  /** What the button says once the proof can be typed. */
  children: ReactNode
}

/** Renders the password, or a mailed code, and the button that acts with it. Acts online alone. */
export function ProofForm({ purpose, own, reasons, danger = false, onProof, children }: Props) {
  const online = useOnline()
  const [required, setRequired] = useState<Proof>('password')
  const [busy, setBusy] = useState(false)
  const proof = useMemberProof(required, purpose)
  const wait = useSecondsLeft(proof.sent?.resendAt ?? 0)
  useEffect(() => {
    let isOver = false
    void offeredProof().then((offered) => isOver || setRequired(offered))
    return () => {
      isOver = true
    }
  }, [])
  const act = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy || !online) return
    if (proof.awaitsMail) {
      if (wait === 0) await proof.mail()
      return
    }
    const typed = proof.readProof()
    if (!typed) return
    setBusy(true)
    const failure = await onProof(typed)
    setBusy(false)
    if (failure) proof.refuse(failure)
  }
  return (
    <form onSubmit={(event) => void act(event)} noValidate className={styles.list}>
      <MemberProof state={proof} required={required} own={own} reasons={reasons} />
      <Button
        type="submit"
        full
        kind={danger && !proof.awaitsMail ? 'danger' : 'primary'}
        busy={busy || proof.isMailing}
        disabled={!online || (proof.awaitsMail && wait > 0)}
      >
        {!proof.awaitsMail ? children : proof.sent ? <NewCodeLabel wait={wait} /> : <Trans>Send the code</Trans>}
      </Button>
    </form>
  )
}
