import { useLingui } from '@lingui/react/macro'
import { WalletCards } from 'lucide-react'
import { useState } from 'react'
import type { MyPass } from '#contract/calls/mypage.ts'
import type { ShownPass } from '#data/myPass.ts'
import { useSession } from '#data/session.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '../../../-shared/lazyPart.tsx'
import { fitsDevice } from './fitsDevice.ts'
import { useWalletName } from './useWalletName.ts'
import styles from './wallet.module.css'

const WalletDialog = lazyDialog(async () => (await import('./walletDialog.tsx')).WalletDialog)

type Offered = NonNullable<MyPass['wallets']>[number]

/**
 * Renders a button for each wallet app that the operator offers and this device has, and for one in which the pass is
 * already. Nothing for a member who has to sign in again.
 */
export function WalletButtons({ pass }: { pass: ShownPass }) {
  const { state } = useSession()
  if (state !== 'member') return null
  const buttons = (pass.wallets ?? []).filter(
    ({ wallet, addedAt }) => addedAt !== null || fitsDevice(wallet, navigator.userAgent),
  )
  if (buttons.length === 0) return null
  return (
    <div className={styles.buttons}>
      {buttons.map((offered) => (
        <WalletButton key={offered.wallet} pass={pass} offered={offered} />
      ))}
    </div>
  )
}

function WalletButton({ pass, offered }: { pass: ShownPass; offered: Offered }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const app = useWalletName(offered.wallet)
  return (
    <>
      <Button kind="quiet" size="small" icon={WalletCards} full aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {offered.addedAt === null ? t`Add to ${app}` : t`Your copy in ${app}`}
      </Button>
      <WalletDialog
        open={open}
        onClose={() => setOpen(false)}
        pass={pass}
        offered={offered}
        onAddress={(address) => location.assign(address)}
      />
    </>
  )
}
