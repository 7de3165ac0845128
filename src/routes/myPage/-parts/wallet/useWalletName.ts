import { useLingui } from '@lingui/react/macro'
import type { Wallet } from '#contract/codes.ts'

/** Returns the name that the maker of a wallet app gives it in the current language. */
export const useWalletName = (wallet: Wallet): string => {
  const { t } = useLingui()
  return { apple: t`Apple Wallet`, google: t`Google Wallet` }[wallet]
}
