import { Trans, useLingui } from '@lingui/react/macro'
import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useOnline } from '#data/online.ts'
import type { FailedOutcome, Outcome } from '#data/outcome.ts'
import type { GoodsVoucher } from '#data/reservations.ts'
import { drawCodeText, esimAddress, isEsim, markCodeUsed, showCodes } from '#data/voucherCodes.ts'
import { isApple } from '#pwa/install.ts'
import { AnchorButton, Button } from '#ui/button.tsx'
import { useToast } from '#ui/useToast.ts'
import { CodePicture } from '../../../-shared/codePicture.tsx'
import { ConfirmDialog } from '../../../-shared/confirmDialog.tsx'
import { OfflineHint } from '../../../-shared/detail/offlineHint.tsx'
import { FailureBanner } from '../../../-shared/failureBanner.tsx'
import styles from './goodsVoucher.module.css'

type Code = NonNullable<GoodsVoucher['codes']>[number]

/** Renders the codes that a reservation delivers. Showing them for the first time needs the server, then none. */
export function GoodsCodes({ voucher: { rsvtUid, codes = [] } }: { voucher: GoodsVoucher }) {
  const { t } = useLingui()
  const isOnline = useOnline()
  const section = useRef<HTMLElement>(null)
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  if (codes.length === 0) return null
  const send = async (request: () => Promise<Outcome<unknown>>) => {
    setBusy(true)
    setFailure(null)
    const outcome = await request()
    setBusy(false)
    setAsking(false)
    if (!outcome.ok) setFailure(outcome)
    // The button that was pressed is gone.
    section.current?.focus()
  }
  return (
    <section ref={section} tabIndex={-1} className={styles.sheet} data-codes aria-label={t`Your code`}>
      {failure && <FailureBanner failure={failure} />}
      {codes.some(({ shownAt }) => shownAt === null) ? (
        <>
          <p>
            <Delivered />
          </p>
          <OfflineHint>
            <Trans>
              You need a connection to show the code for the first time. After that, it is saved on this device.
            </Trans>
          </OfflineHint>
          <Button full disabled={!isOnline} onClick={() => setAsking(true)}>
            <Trans>Show the code</Trans>
          </Button>
          <ConfirmDialog
            open={isAsking}
            onClose={() => setAsking(false)}
            title={<Trans>Show the code now?</Trans>}
            confirmLabel={<Trans>Show the code</Trans>}
            busy={busy}
            onConfirm={() => void send(() => showCodes(rsvtUid))}
          >
            <p>
              <Delivered />
            </p>
          </ConfirmDialog>
        </>
      ) : (
        codes.map((each) => (
          <ShownCode
            key={each.codeUid}
            shown={each}
            busy={busy}
            onUsed={() => void send(() => markCodeUsed(rsvtUid, each.codeUid))}
          />
        ))
      )}
    </section>
  )
}

/** Renders what the first show of a code ends (decision 0325). */
function Delivered() {
  return <Trans>Once you have seen the code, it counts as delivered: you can no longer cancel for a refund.</Trans>
}

function ShownCode({ shown: { code, usedAt }, busy, onUsed }: { shown: Code; busy: boolean; onUsed: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const isOnline = useOnline()
  const [drawn, setDrawn] = useState<{ path: string; size: number } | null>(null)
  useEffect(() => {
    let isUnmounted = false
    // Without the drawing the text can still be copied.
    if (code !== null)
      drawCodeText(code).then(
        (picture) => isUnmounted || setDrawn(picture),
        () => undefined,
      )
    return () => {
      isUnmounted = true
    }
  }, [code])
  if (code === null)
    return (
      <p role="alert">
        <Trans>This code cannot be shown. Please contact customer support.</Trans>
      </p>
    )
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      toast({ text: t`Code copied` })
    } catch {
      // The browser refuses; the text can be selected.
    }
  }
  return (
    <div className={styles.sheet}>
      {drawn && <CodePicture code={drawn} label={t`Your code`} />}
      <p className={styles.code} translate="no">
        {code}
      </p>
      <Button full kind="outline" icon={Copy} onClick={() => void copy()}>
        <Trans>Copy</Trans>
      </Button>
      {isEsim(code) && (
        <>
          <p>
            <Trans>
              To install the eSIM, show this code on another screen and scan it with your phone, or enter it in your
              phone’s mobile data settings.
            </Trans>
          </p>
          {isApple() && (
            <AnchorButton kind="outline" full href={esimAddress(code)} rel="noreferrer">
              <Trans>Install on this device</Trans>
            </AnchorButton>
          )}
        </>
      )}
      {usedAt === null ? (
        <Button full kind="outline" busy={busy} disabled={!isOnline} onClick={onUsed}>
          <Trans>Mark as used</Trans>
        </Button>
      ) : (
        <p role="status">
          <Trans>This code has been used.</Trans>
        </p>
      )}
    </div>
  )
}
