import { useLingui } from '@lingui/react/macro'
import type { Bubble } from '#contract/rules/bubble.ts'

/** Returns the word for a tier; null is a place whose opening hours are not known. */
export const useBubbleText = (): ((bubble: Bubble | null) => string) => {
  const { t } = useLingui()
  return (bubble) => {
    switch (bubble) {
      case 'step2':
        return t({ message: 'Open now', context: 'place' })
      case 'step1':
        return t({ message: 'Closes soon', context: 'place' })
      case 'closed':
        return t({ message: 'Closed now', context: 'place' })
      case null:
        return t`Opening hours unknown`
    }
  }
}
