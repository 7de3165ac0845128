import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CalendarDays, Percent } from 'lucide-react'
import { koreanDayStart } from '#contract/rules/koreanCalendar.ts'
import { promotionDaysLeft } from '#contract/rules/promotion.ts'
import { sceneOfPromotion } from '#contract/rules/promotionScene.ts'
import type { Scene as SceneName } from '#contract/rules/scene.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import type { Promotion } from '#data/promotions.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useFormat } from '#i18n/format.ts'
import { Icon } from '#ui/icon.tsx'
import { Tag } from '#ui/tag.tsx'
import styles from './promotionState.module.css'

/** Returns the picture of a promotion: that of its attraction; without one, always the same of the kit. */
export const useSceneOf = (): ((promotion: Pick<Promotion, 'id' | 'gdsUid'>) => SceneName) => {
  const places = useCatalogue().data?.attractions
  return ({ id, gdsUid }) => places?.find((place) => place.gdsUid === gdsUid)?.scene ?? sceneOfPromotion(id)
}

/** Renders the tags of a promotion: how long it goes on, and its discount. */
export function PromotionTags({ promotion }: { promotion: Promotion }) {
  const days = promotionDaysLeft(promotion, useNow(MINUTE_MS))
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
          <Discount percent={percent} />
        </Tag>
      )}
    </span>
  )
}

const OFF = msg({
  message: '{percent}% off',
  comment: 'Chinese may name what is paid instead: {pays} is 9 for 10% off and 95 for 5% off',
})

/** Renders a discount in the way of the language: `10% off`, `9折`. */
function Discount({ percent }: { percent: number }) {
  const { i18n } = useLingui()
  const paid = 100 - percent
  const pays = paid % 10 === 0 ? paid / 10 : paid
  return i18n._({ ...OFF, values: { percent, pays } })
}

/** Renders the period of a promotion, both days included. */
export function Period({ promotion: { startDate, endDate } }: { promotion: Promotion }) {
  const { date } = useFormat()
  const dayOf = (text: string) => date(koreanDayStart(text), 'day')
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
