import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, type ReactNode } from 'react'
import { Steps } from '#ui/steps.tsx'
import { TopBar } from '#ui/topBar.tsx'
import screen from '../../-shared/screen.module.css'
import { PurchaseTicket, usePurchase } from '../../-shared/purchase.tsx'
import { SignInInstead } from './signInInstead.tsx'
import { SocialSignUp } from './socialSignUp.tsx'
import { useDraft } from './joinDraft.ts'
import { stepsOf, type JoinStep } from './steps.ts'

interface Props {
  step: JoinStep
  title: ReactNode
  text?: ReactNode
  children: ReactNode
}

let last: JoinStep | null = null

/** Renders one step of the sign-up: the purchase that it interrupts, progress, title, and its form. */
export function JoinFrame({ step, title, text, children }: Props) {
  const { t } = useLingui()
  const purchase = usePurchase()
  const isSocial = useDraft().social !== null
  const steps = stepsOf(isSocial)
  const heading = useRef<HTMLHeadingElement>(null)
  // Steps within one address are no navigation of the router, so `__root` does not move the focus.
  useEffect(() => {
    if (last !== null && last !== step && step !== 'terms') heading.current?.focus()
    last = step
  }, [step])
  const names: Record<JoinStep, string> = { terms: t`Terms`, email: t`Email`, password: t`Password`, name: t`Name` }
  return (
    <main data-screen={step === 'terms' ? '/join/terms' : '/join/auth'} className={screen.page}>
      <TopBar title={t`Sign up`} back={step !== 'terms' ? '/join/terms' : purchase ? '/pass' : '/join'} />
      {purchase && <PurchaseTicket purchase={purchase} />}
      <Steps steps={steps.map((name) => names[name])} current={steps.indexOf(step)} />
      {isSocial && step === 'terms' && <SocialSignUp />}
      {purchase && step === 'terms' && <SignInInstead />}
      <div className={screen.head}>
        <h2 ref={heading} tabIndex={-1} className={screen.heading}>
          {title}
        </h2>
        {text && <p className={screen.lead}>{text}</p>}
      </div>
      {children}
    </main>
  )
}
