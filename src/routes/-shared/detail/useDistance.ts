import { BCP47 } from '#contract/locales.ts'
import { useLocale } from '#i18n/useLocale.ts'

/** Returns a formatter of distances in metres: `350 m` (to 10 m), `1.2 km`. */
export const useDistance = (): ((metres: number) => string) => {
  const tag = BCP47[useLocale()]
  return (metres) =>
    metres < 1_000
      ? new Intl.NumberFormat(tag, { style: 'unit', unit: 'meter' }).format(Math.round(metres / 10) * 10)
      : new Intl.NumberFormat(tag, { style: 'unit', unit: 'kilometer', maximumFractionDigits: 1 }).format(
          metres / 1_000,
        )
}
