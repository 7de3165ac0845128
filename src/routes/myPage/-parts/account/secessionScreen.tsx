import { Trans, useLingui } from '@lingui/react/macro'
import { CloudOff } from 'lucide-react'
import { useState } from 'react'
import { useOnline } from '#data/online.ts'
import { useSession } from '#data/session.ts'
import { fetchWithdrawalInfo } from '#data/withdrawal.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Banner } from '#ui/banner.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { Columns } from '../../../-shared/columns.tsx'
import { FailureBanner } from '../../../-shared/failureBanner.tsx'
import { LazyReference } from '../../../-shared/lazyReference.tsx'
import { SignInAgain } from '../../../-shared/signInAgain.tsx'
import { useAnswer } from '../../../-shared/useAnswer.ts'
import { SignedOut } from '../signedOut.tsx'
import styles from './account.module.css'
import { Blocks, Losses } from './losses.tsx'
import { SecessionForm } from './secessionForm.tsx'

const ADDRESS = '/myPage/secession'

/** Renders `/myPage/secession`: what deleting the account loses, what blocks it, and the form (spec 2.65). */
export function SecessionScreen() {
  const { state } = useSession()
  const [isDeleting, setDeleting] = useState(false)
  if (state === 'anonymous' && !isDeleting) return <SignedOut />
  return (
    <main data-screen="/myPage/secession" className={styles.screen}>
      <TopBar title={<Trans>Delete account</Trans>} back="/myPage/changingInfo" />
      {state === 'locked' ? <SignInAgain returnTo={ADDRESS} /> : <Content onDeleting={setDeleting} />}
    </main>
  )
}

function Content({ onDeleting }: { onDeleting: (isDeleting: boolean) => void }) {
  const { t } = useLingui()
  const { user } = useSession()
  const errorText = useErrorText()
  const isOnline = useOnline()
  const { answer: data, failure, busy, reload } = useAnswer(fetchWithdrawalInfo)
  if (failure && !data)
    return (
      <ErrorState
        title={<Trans>Could not load this page</Trans>}
        text={errorText(failure)}
        code={failure.reference && <LazyReference id={failure.reference} />}
        busy={busy}
        onRetry={reload}
      />
    )
  if (!data)
    return (
      <>
        <LoadingLine label={t`Loading your account`} />
        <Skeleton height="16rem" />
      </>
    )
  return (
    <>
      {!isOnline && (
        <Banner tone="amber" icon={CloudOff} role="status">
          <Trans>You are offline. You need a connection to delete your account.</Trans>
        </Banner>
      )}
      <FailureBanner failure={failure} busy={busy} onRetry={reload} />
      <Columns
        aside={
          data.blocks.length > 0 ? (
            <Blocks blocks={data.blocks} busy={busy} onRetry={reload} />
          ) : (
            <SecessionForm
              withdrawal={data}
              email={user?.email ?? ''}
              isOnline={isOnline}
              onDeleting={onDeleting}
              onOutdated={reload}
            />
          )
        }
      >
        <Losses withdrawal={data} />
      </Columns>
    </>
  )
}
