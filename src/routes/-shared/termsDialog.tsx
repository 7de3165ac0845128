import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { TermsCode } from '#contract/terms.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { useTerms } from '#data/terms.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { LoadingLine } from '#ui/skeleton.tsx'
import styles from './termsDialog.module.css'
import { TermsText } from './termsText.tsx'

interface Props {
  code: TermsCode | null
  title: string
  onClose: () => void
}

/**
 * Renders a legal text where the visitor is asked to agree to it, as text and never as HTML. Closed while `code` is
 * null.
 */
export function TermsDialog({ code, title, onClose }: Props) {
  return (
    <Dialog
      open={code !== null}
      onClose={onClose}
      title={title}
      actions={
        <Button kind="quiet" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {code && <Body code={code} />}
    </Dialog>
  )
}

function Body({ code }: { code: TermsCode }) {
  const { t } = useLingui()
  const { status, data, failure, reload } = useTerms(code)
  if (!data) {
    return status === 'failed' && failure ? (
      <Failed failure={failure} reload={reload} />
    ) : (
      <LoadingLine label={t`Loading the text`} />
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <div className={styles.text} tabIndex={0} role="region" aria-label={data.title}>
      <TermsText terms={data} />
    </div>
  )
}

/** Renders why the text could not be loaded: offline, no such text, or a server error, each with its own message. */
function Failed({ failure, reload }: { failure: FailedOutcome; reload: () => Promise<void> }) {
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    await reload()
    setBusy(false)
  }
  return (
    <>
      <p role="alert">
        {failure.code === 'OFFLINE' ? (
          <Trans>Could not load this text. Check your connection and try again.</Trans>
        ) : (
          errorText(failure)
        )}
      </p>
      <Button kind="outline" busy={busy} onClick={() => void retry()}>
        <Trans>Try again</Trans>
      </Button>
    </>
  )
}
