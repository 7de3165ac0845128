import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Scene } from '#art/scene.tsx'
import { placeOfGoods, sceneOfGoods } from '#contract/rules/goodsScene.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useFormat } from '#i18n/format.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import type { ListedGoods } from './filterGoods.ts'
import styles from './goodsList.module.css'
import { useCategoryName } from './goodsNames.ts'
import { OnlyLeft } from './unitTexts.tsx'

interface Props {
  listed: ListedGoods
  /** Nights that were chosen in the list, as a `priceSn`. */
  stay: string | undefined
}

/** Fewer rooms than this are worth a word. */
const FEW = 4

/** Renders goods in a list. The whole card is a link. */
export function GoodsCard({ listed: { goods, price: lowest, left: rooms }, stay }: Props) {
  const { price, duration } = useFormat()
  const categoryName = useCategoryName()
  const cheapest = price(lowest)
  const { kind, gdsUid, gdsCategoryCd, durationMinutes } = goods
  if (kind === 'pass') return null
  const facts = [
    gdsCategoryCd === null ? '' : categoryName(gdsCategoryCd),
    goods.district ?? '',
    durationMinutes === null ? '' : duration(durationMinutes * MINUTE_MS),
  ]
  return (
    <li className={styles.card} data-goods={gdsUid}>
      <Scene
        name={sceneOfGoods(goods)}
        place={placeOfGoods(gdsUid)}
        crop={[20, 10, 360, 240]}
        className={styles.picture}
      />
      <div className={styles.text}>
        <Link
          to={`/${kind}/$goodsId`}
          params={{ goodsId: gdsUid }}
          search={stay === undefined ? {} : { priceSn: stay }}
          className={styles.name}
        >
          {goods.name}
        </Link>
        <p>{facts.filter(Boolean).join(' · ')}</p>
        <div className={styles.foot}>
          <p className={styles.price}>
            {kind === 'hotel' ? (
              <Trans>
                from <b>{cheapest}</b> per night
              </Trans>
            ) : (
              <Trans>
                from <b>{cheapest}</b>
              </Trans>
            )}
          </p>
          {rooms !== null && rooms < FEW && (
            <Tag tone="amber">
              <OnlyLeft units={rooms} />
            </Tag>
          )}
          {goods.sampleYn === 'Y' && (
            <Tag>
              <Trans>Sample</Trans>
            </Tag>
          )}
        </div>
      </div>
    </li>
  )
}

/** Renders a placeholder of a card, in its size. */
export function BlankCard() {
  return (
    <li className={styles.card}>
      <span className={styles.picture} />
      <div className={styles.text}>
        <Skeleton width="80%" height="1.25rem" />
        <Skeleton width="60%" height="1rem" />
        <Skeleton width="40%" height="1.5rem" radius="var(--radius-tag)" />
      </div>
    </li>
  )
}
