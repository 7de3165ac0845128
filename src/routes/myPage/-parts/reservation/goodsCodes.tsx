import { Trans, useLingui } from '@lingui/react/macro'
import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { FailedOutcome, Outcome } from '#data/outcome.ts'
import type { GoodsVoucher } from '#data/reservations.ts'
import { drawCodeText, esimAddress, isEsim, markCodeUsed, showCodes } from '#data/voucherCodes.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/useToast.ts'
import { CodePicture } from '../../../-shared/codePicture.tsx'
import { FailureBanner } from '../../../-shared/failureBanner.tsx'
import styles from './goodsVoucher.module.css'

type Code = NonNullable<GoodsVoucher['codes']>[number]

/** Renders the codes that a reservation delivers. Showing them for the first time needs the server, then none. */
export function GoodsCodes({ voucher: { rsvtUid, codes = [] } }: { voucher: GoodsVoucher }) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  if (codes.length === 0) return null
  const send = async (request: () => Promise<Outcome<unknown>>) => {
    setBusy(true)
    setFailure(null)
    const outcome = await request()
    setBusy(false)
    if (!outcome.ok) setFailure(outcome)
  }
  return (
    <section className={styles.sheet} data-codes aria-label={t`Your code`}>
      {failure && <FailureBanner failure={failure} />}
      {codes.some(({ shownAt }) => shownAt === null) ? (
        <>
          <p>
            <Trans>Once you show the code, it counts as delivered: you can no longer cancel for a refund.</Trans>
          </p>
          <Button full busy={busy} onClick={() => void send(() => showCodes(rsvtUid))}>
            <Trans>Show the code</Trans>
          </Button>
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

function ShownCode({ shown: { code, usedAt }, busy, onUsed }: { shown: Code; busy: boolean; onUsed: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
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
              To install the eSIM, show this code on another screen and scan it with your phone, or enter it in the
              settings for mobile data.
            </Trans>
          </p>
          <a href={esimAddress(code)} rel="noreferrer">
            <Trans>Install on this iPhone</Trans>
          </a>
        </>
      )}
      {usedAt === null ? (
        <Button full kind="outline" busy={busy} onClick={onUsed}>
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
