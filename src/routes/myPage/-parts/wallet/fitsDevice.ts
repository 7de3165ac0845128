import type { Wallet } from '#contract/codes.ts'

/** Returns whether a device can add a pass to this wallet app. Computers that are no Mac may add it for a phone. */
export const fitsDevice = (wallet: Wallet, userAgent: string): boolean => {
  const system = /iPhone|iPad|iPod|Macintosh/.test(userAgent) ? 'apple' : /Android/.test(userAgent) ? 'google' : null
  return system === null || system === wallet
}
