import { useLingui } from '@lingui/react/macro'

/** Returns a function that names a device by its browser and system, such as “Chrome on Android”. */
export const useDeviceName = () => {
  const { t } = useLingui()
  return ([browser, system]: readonly string[]): string => {
    if (browser === undefined) return t`Unknown device`
    return system === undefined ? browser : t`${browser} on ${system}`
  }
}
