import { useEffect, useState } from 'react'
import type { LiveCode } from '#sync/device/liveCodes.ts'
import { ownerKey } from './member.ts'
import { onRuntime } from './runtime.ts'

/** Returns the live code of a voucher, new every 15 s (L24); null when this phone can draw none, undefined before. */
export const useVoucherCode = (rsvtUid: string): LiveCode | null | undefined => {
  const key = `${ownerKey()} ${rsvtUid}`
  const [latest, setLatest] = useState<{ key: string; code: LiveCode | null } | undefined>()
  useEffect(
    () => onRuntime(({ codes }) => codes.presentVoucher(rsvtUid, (code) => setLatest({ key, code }))),
    [key, rsvtUid],
  )
  return latest?.key === key ? latest.code : undefined
}

/** While it is used, follows redemptions at gates within 3 s (M32). For screens that show the code of a voucher. */
export const useVoucherWatch = (): void => {
  useEffect(() => onRuntime(({ voucherWatch }) => voucherWatch.hold()), [])
}
