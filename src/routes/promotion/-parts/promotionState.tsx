import { Plural, Trans } from '@lingui/react/macro'
import { CalendarDays, Percent } from 'lucide-react'
import { koreanDate } from '#contract/rules/openHours.ts'
import { sceneOfPromotion } from '#contract/rules/promotionScene.ts'
import type { Scene as SceneName } from '#contract/rules/scene.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import type { Promotion } from '#data/promotions.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useFormat } from '#i18n/format.ts'
import { Icon } from '#ui/icon.tsx'
import { Tag } from '#ui/tag.tsx'
import styles from './promotion.module.css'

/**
 * Returns the days left, today included; 0 for an ended one. By the date in Korea now, not by the stored answer, which
 * may be days old.
 */
export const daysLeftOf = ({ endDate }: Pick<Promotion, 'endDate'>, now: number): number =>
  Math.max(0, Math.round((Date.parse(endDate) - Date.parse(koreanDate(now))) / DAY_MS) + 1)

/** Returns the picture of a promotion: that of its attraction; without one, always the same of the kit. */
export const useSceneOf = (): ((promotion: Pick<Promotion, 'id' | 'gdsUid'>) => SceneName) => {
  const places = useCatalogue().data?.attractions
  return ({ id, gdsUid }) => places?.find((place) => place.gdsUid === gdsUid)?.scene ?? sceneOfPromotion(id)
}

/** Renders the tags of a promotion: how long it goes on, and its discount. */
export function PromotionTags({ promotion }: { promotion: Promotion }) {
  const days = daysLeftOf(promotion, useNow(MINUTE_MS))
  const { discountPercent: percent } = promotion
  return (
    <span className={styles.tags}>
      {days === 0 ? (
        <Tag>
          <Trans>Ended</Trans>
        </Tag>
      ) : days === 1 ? (
        <Tag tone="amber">
          <Trans>Last day</Trans>
        </Tag>
      ) : (
        <Tag tone="kelp">
          <Plural value={days} one="# day left" other="# days left" />
        </Tag>
      )}
      {percent !== null && (
        <Tag tone="camellia" icon={Percent}>
          <Trans>{percent}% off</Trans>
        </Tag>
      )}
    </span>
  )
}

/** Renders the period of a promotion, both days included. */
export function Period({ promotion: { startDate, endDate } }: { promotion: Promotion }) {
  const { date } = useFormat()
  const dayOf = (text: string) => date(Date.parse(`${text}T00:00:00+09:00`), 'day')
  const from = dayOf(startDate)
  const until = dayOf(endDate)
  return (
    <span className={styles.period}>
      <Icon of={CalendarDays} size={16} />
      <Trans>
        {from} – {until}
      </Trans>
    </span>
  )
}
