import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { koreanDate } from '#contract/rules/koreanCalendar.ts'
import type { PassOffer } from '#contract/rules/passOffer.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { useFormat } from '#i18n/format.ts'

/** Renders what the visitor's own pass can do at an attraction: enter, or why not. */
export function PassOfferText({ offer }: { offer: PassOffer }) {
  switch (offer.kind) {
    case 'visited':
      return <Visited at={offer.at} />
    case 'spent': {
      const { group, total } = offer
      return (
        <Plural
          value={total}
          one={`Your group ${group} entry has been used`}
          other={`Your group ${group} entries have been used`}
        />
      )
    }
    case 'notIncluded': {
      const { passType } = offer
      return <Trans>Not included in your {passType} pass</Trans>
    }
    case 'free': {
      const { passType, entriesLeft, group } = offer
      return entriesLeft === null ? (
        <Trans>Free with your {passType} pass</Trans>
      ) : (
        <Trans>
          Free with your {passType} pass · <Plural value={{ left: entriesLeft }} one="# entry" other="# entries" /> left
          in group {group}
        </Trans>
      )
    }
  }
}

function Visited({ at }: { at: number }) {
  const { t } = useLingui()
  const { date, time } = useFormat()
  const now = useNow(MINUTE_MS)
  const clock = time(at)
  const day = date(at, 'short')
  return koreanDate(at) === koreanDate(now) ? t`Visited today at ${clock}` : t`Visited ${day} at ${clock}`
}
