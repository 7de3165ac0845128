import { Trans } from '@lingui/react/macro'
import { useLocation, useRouter } from '@tanstack/react-router'
import { Camera, MousePointerClick, ShieldCheck } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Email } from '#ui/email.tsx'
import { Icon } from '#ui/icon.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { SceneBeside } from '../../-shared/columns.tsx'
import screen from '../../-shared/screen.module.css'
import styles from './device.module.css'
import { usePhoneSignIn } from './usePhoneSignIn.ts'

/** Renders the phone's side of signing in from a computer (decision 0142). */
export function DeviceScreen() {
  const router = useRouter()
  const hash = useLocation({ select: (location) => location.hash })
  const [secret, setSecret] = useState(hash)
  if (hash !== '' && hash !== secret) setSecret(hash)
  useEffect(() => {
    // The secret leaves the address bar and the history.
    if (hash !== '') void router.navigate({ to: '/login/device', hash: '', replace: true })
  }, [hash, router])
  return (
    <main data-screen="/login/device" className={screen.page}>
      <SceneBeside name="gwangan" />
      <TopBar title={<Trans>Sign in on this phone</Trans>} back="/home" />
      {secret === '' ? <Help /> : <SignIn key={secret} secret={secret} />}
    </main>
  )
}

function Help() {
  return (
    <>
      <p className={screen.lead}>
        <Trans>Use this page to bring your pass from your computer to your phone.</Trans>
      </p>
      <ul className={screen.iconRows}>
        <li>
          <Icon of={MousePointerClick} />
          <Trans>On your computer, sign in, open My Pass and choose “Put it on your phone”.</Trans>
        </li>
        <li>
          <Icon of={Camera} />
          <Trans>Scan the QR code there with your phone’s camera.</Trans>
        </li>
        <li>
          <Icon of={ShieldCheck} />
          <Trans>On your computer, choose the number that your phone shows.</Trans>
        </li>
      </ul>
      <div className={screen.ways}>
        <LinkButton to="/login" kind="outline" full search={{ returnTo: '/myPage/myPass' }}>
          <Trans>Sign in with your password instead</Trans>
        </LinkButton>
      </div>
    </>
  )
}

function SignIn({ secret }: { secret: string }) {
  const router = useRouter()
  const errorText = useErrorText()
  const finish = useCallback(() => void router.navigate({ to: '/myPage/myPass', replace: true }), [router])
  const { state, agree, retry } = usePhoneSignIn(secret, finish)
  if (state.step === 'failed')
    return (
      <>
        <Banner tone="red" role="alert">
          {errorText(state.failure)}
        </Banner>
        <div className={screen.ways}>
          {state.failure.code === 'E_LINK' ? (
            <LinkButton to="/login" full search={{ returnTo: '/myPage/myPass' }}>
              <Trans>Sign in with your password instead</Trans>
            </LinkButton>
          ) : (
            <Button full onClick={retry}>
              <Trans>Try again</Trans>
            </Button>
          )}
        </div>
      </>
    )
  if (state.step === 'asking')
    return (
      <>
        <div className={screen.head}>
          <h2>
            <Trans>Switch accounts on this phone?</Trans>
          </h2>
          <p className={screen.lead}>
            <Trans>
              <Email>{state.email}</Email> is signed in on this phone. The QR code belongs to another account. If you
              switch, the current account will be signed out on this phone but will keep its passes.
            </Trans>
          </p>
        </div>
        <div className={screen.ways}>
          <Button full onClick={agree}>
            <Trans>Switch accounts</Trans>
          </Button>
          <LinkButton to="/myPage/myPass" kind="outline" full replace>
            <Trans>Stay signed in</Trans>
          </LinkButton>
        </div>
      </>
    )
  return (
    <div className={styles.compare} role="status">
      <p className={styles.number} data-number>
        {state.step === 'waiting' ? state.number : ' '}
      </p>
      <p>
        {state.step === 'waiting' ? (
          <Trans>Choose this number on your computer. My Pass will then open here.</Trans>
        ) : (
          <Trans>One moment…</Trans>
        )}
      </p>
    </div>
  )
}
