import { Trans, useLingui } from '@lingui/react/macro'
import { useWaitText } from '#i18n/useWaitText.ts'
import { useToast } from '#ui/useToast.ts'
import { useSecondsLeft } from '../../-shared/countdown.tsx'
import { FailureBanner } from '../../-shared/failureBanner.tsx'
import { ResendButton } from '../../-shared/mailedCode.tsx'
import { useRecoveryDraft } from './recoveryDraft.ts'
import { useTemporaryMail } from './useTemporaryMail.ts'

/** Renders a link that requests another mail, at most once a minute. */
export function ResendLink() {
  const { t } = useLingui()
  const toast = useToast()
  const { email, sent } = useRecoveryDraft()
  const { request, failure, wait: retryWait } = useTemporaryMail()
  const waitSeconds = Math.max(useSecondsLeft(sent?.resendAt ?? 0), retryWait)
  const wait = useWaitText()(waitSeconds)
  const resend = async () => {
    if (await request(email))
      toast({
        text: t`If this address has an account, another email is on its way. Only the newest temporary password works.`,
      })
  }
  return (
    <>
      <FailureBanner failure={failure} />
      <ResendButton wait={waitSeconds} onResend={resend}>
        {waitSeconds > 0 ? <Trans>Send another email in {wait}</Trans> : <Trans>Send another email</Trans>}
      </ResendButton>
    </>
  )
}
