import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Steps } from '#ui/steps.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { SignInAgain } from '../signInAgain.tsx'
import { RESERVE_STEPS, type ReserveStep } from '#contract/rules/goodsAddress.ts'
import { goodsLink, useGoodsKind } from './goodsPath.ts'
import styles from './reserve.module.css'

interface Props {
  /** The `data-screen` of the goods. */
  address: string
  step: ReserveStep
  goodsId: string
  /** The session has lapsed: only the way to sign in again is shown. */
  isLocked: boolean
  children: ReactNode
}

/** Renders the frame of a step of a reservation: title, progress, and the request to sign in again. */
export function ReserveFrame({ address, step, goodsId, isLocked, children }: Props) {
  const { t } = useLingui()
  const kind = useGoodsKind()
  const { href } = useLocation()
  const names = [t`Your details`, t`Payment`, t`Confirmation`]
  // The router's types know the patterns of addresses only.
  const back = goodsLink(kind, goodsId).to as LinkProps['to']
  return (
    <main data-screen={address} data-step={step} data-wide={step === 'done' ? undefined : true} className={styles.page}>
      <TopBar title={<Trans>Reservation</Trans>} back={back} />
      <div className={styles.steps}>
        <Steps steps={names} current={RESERVE_STEPS.indexOf(step)} />
      </div>
      {isLocked ? <SignInAgain returnTo={href} /> : children}
    </main>
  )
}
