import { useEffect, useState } from 'react'
import type { Data } from '#contract/calls/call.ts'
import { main } from '#contract/calls/main.ts'
import type { promotionList } from '#contract/calls/stickyArea.ts'
import { LANGUAGE_CODE } from '#contract/locales.ts'
import { sharedPromotions } from '#sync/mirror/sharedPromotions.ts'
import { useOnline } from './online.ts'
import { outcome } from './outcome.ts'
import { locale } from './runtime.ts'
import { createSharedHook } from './shared.ts'
import { withRuntime } from './withRuntime.ts'
export type { Promotion } from '#contract/calls/stickyArea.ts'

/** Search over the whole site (spec 2.7): on the phone at once, and by the server, which knows all languages. */

export type ServerResults = Data<typeof main>

/** Returns all promotions, without their texts. */
export const usePromotionTitles = createSharedHook<Data<typeof promotionList>>(({ locale }) =>
  sharedPromotions(locale()),
)

/** A keyword that is still being typed is not sent. */
const PAUSE_MS = 250

/**
 * Returns what the server finds for a keyword, in the texts of all languages; null before it answers, offline, and
 * without a keyword. It finds `라면` for a visitor who reads English; the phone has the texts of one language only.
 */
export const useServerResults = (keyword: string): ServerResults | null => {
  const isOnline = useOnline()
  const [answer, setAnswer] = useState<{ key: string; results: ServerResults } | null>(null)
  const language = LANGUAGE_CODE[locale()]
  const key = `${language}:${keyword}`
  useEffect(() => {
    if (!isOnline || keyword === '') return undefined
    let isCurrent = true
    const timer = setTimeout(() => {
      void withRuntime(async ({ api }) =>
        outcome(await api.call(main, { query: { searchKeyword: keyword, language } })),
      ).then((outcome) => {
        if (isCurrent && outcome.ok) setAnswer({ key, results: outcome.data })
      })
    }, PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [isOnline, keyword, language, key])
  return answer?.key === key ? answer.results : null
}
