import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { MyInfoView } from '#data/myInfo.ts'
import { useSession } from '#data/session.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { LazyReference } from '../../../-shared/lazyReference.tsx'
import { SignInAgain } from '../../../-shared/signInAgain.tsx'

interface Props {
  myInfo: MyInfoView & { reload: () => Promise<void> }
  /** The screen that shows the details, to return to after signing in. */
  returnTo: string
}

/** Renders why the member's details are not shown: loading, a failure, or a session that has lapsed. */
export function InfoStates({ myInfo: { status, failure, reload }, returnTo }: Props) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const { state } = useSession()
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    await reload()
    setBusy(false)
  }
  if (state === 'locked') return <SignInAgain returnTo={returnTo} />
  if (status === 'loading')
    return (
      <>
        <LoadingLine label={t`Loading your details`} />
        <Skeleton height="20rem" />
      </>
    )
  if (status === 'failed')
    return (
      <ErrorState
        title={<Trans>Could not load your details</Trans>}
        text={errorText(failure ?? 'UNKNOWN')}
        code={failure?.reference && <LazyReference id={failure.reference} />}
        busy={busy}
        onRetry={() => void retry()}
      />
    )
  return null
}
