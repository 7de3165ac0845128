import { Trans } from '@lingui/react/macro'
import { Clock3, FlaskConical, MapPin, Star } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import { placeOfGoods, sceneOfGoods } from '#contract/rules/goodsScene.ts'
import type { GoodsDetail } from '#data/goods.ts'
import { useOnline } from '#data/online.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { DataAge } from '../dataAge.tsx'
import frame from '../detail/detail.module.css'
import { Hero } from '../detail/hero.tsx'
import { MapLinks } from '../detail/mapLinks.tsx'
import { lazyPart } from '../lazyPart.tsx'
import { AddGoodsToCart } from './addGoodsToCart.tsx'
import { CancelTerms } from './cancelTerms.tsx'
import styles from './goods.module.css'
import { GoodsFacts } from './goodsFacts.tsx'
import { useCategoryName } from './goodsNames.ts'
import { OptionChoice } from './optionChoice.tsx'
import { ReserveBar } from './reserveBar.tsx'
import { SlotChoice } from './slotChoice.tsx'
import { TourStops } from './tourStops.tsx'
import { useGoodsChoice, type ChoiceProps } from './useGoodsChoice.ts'

const Reviews = lazyPart(
  async () => (await import('./reviews.tsx')).Reviews,
  () => <Skeleton height="12rem" />,
)

const Questions = lazyPart(
  async () => (await import('./questions.tsx')).Questions,
  () => <Skeleton height="12rem" />,
)

interface Props extends ChoiceProps {
  address: string
  /** When a server last sent the goods, ms. */
  at: number | null
}

/** Renders goods: what they are, what is left of them, and the way to reserve them. */
export function GoodsDetailScreen({ address, at, ...choosing }: Props) {
  const { goods } = choosing
  const isOnline = useOnline()
  const categoryName = useCategoryName()
  const choice = useGoodsChoice(choosing)
  const { kind, name, nameKo, lat, lon } = goods
  const category = goods.gdsCategoryCd === null ? '' : categoryName(goods.gdsCategoryCd)
  return (
    <main data-screen={address} data-hero data-goods={goods.gdsUid} className={frame.detail}>
      <Hero
        scene={sceneOfGoods(goods)}
        place={placeOfGoods(goods.gdsUid)}
        photos={goods.photos}
        title={name}
        back={`/${kind === 'pass' ? 'hotel' : kind}`}
      />
      <article className={frame.sheet}>
        <div className={frame.tags}>
          {category !== '' && (
            <Tag tone="harbour" {...(goods.stars !== null && { icon: Star })}>
              {category}
            </Tag>
          )}
          {goods.district !== null && <Tag icon={MapPin}>{goods.district}</Tag>}
          {choice.option?.confirmation === 'request' && (
            <Tag icon={Clock3}>
              <Trans>Needs confirmation</Trans>
            </Tag>
          )}
          {goods.sampleYn === 'Y' && (
            <Tag tone="amber" icon={FlaskConical}>
              <Trans>Sample offer</Trans>
            </Tag>
          )}
        </div>
        <h1>{name}</h1>
        {kind === 'hotel' && nameKo !== undefined && nameKo !== name && (
          <p lang="ko" className={styles.korean}>
            {nameKo}
          </p>
        )}
        <GoodsFacts goods={goods} />
        {!isOnline && <DataAge at={at} />}
        <p className={frame.text}>{goods.summary}</p>
        {kind === 'hotel' && <Hours goods={goods} />}
        <TourStops stops={goods.stops} />
        <OptionChoice choice={choice} />
        <SlotChoice choice={choice} />
        <CancelTerms choice={choice} />
        <AddGoodsToCart choice={choice} />
        {lat !== null && lon !== null && (
          <section className={frame.section}>
            <h2>
              <Trans>On the map</Trans>
            </h2>
            {nameKo !== undefined && (
              <p className={styles.taxi}>
                <Trans>For the taxi driver</Trans>
                <b lang="ko">{nameKo}</b>
              </p>
            )}
            <p className={styles.quiet}>
              <Trans>The location of the pin is approximate.</Trans>
            </p>
            <MapLinks name={nameKo ?? name} lat={lat} lon={lon} />
          </section>
        )}
        <Reviews key={goods.gdsUid} gdsUid={goods.gdsUid} />
        <Questions key={`questions ${goods.gdsUid}`} gdsUid={goods.gdsUid} />
      </article>
      <ReserveBar choice={choice} />
    </main>
  )
}

/** Renders the place by day, in the evening and at night. */
function Hours({ goods }: { goods: GoodsDetail }) {
  const scene = sceneOfGoods(goods)
  const place = placeOfGoods(goods.gdsUid)
  return (
    <ul className={styles.hours}>
      <li>
        <Scene name={scene} place={place} hour="day" crop={HOUR_CROP} />
        <Trans>By day</Trans>
      </li>
      <li>
        <Scene name={scene} place={place} hour="evening" crop={HOUR_CROP} />
        <Trans>At sunset</Trans>
      </li>
      <li>
        <Scene name={scene} place={place} hour="night" crop={HOUR_CROP} />
        <Trans>At night</Trans>
      </li>
    </ul>
  )
}
const HOUR_CROP = [60, 20, 280, 240] as const
