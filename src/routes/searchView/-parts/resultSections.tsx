import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Megaphone, Percent, Ticket } from 'lucide-react'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Scene } from '#art/scene.tsx'
import { placeOfGoods, sceneOfGoods } from '#contract/rules/goodsScene.ts'
import { koreanDayStart } from '#contract/rules/koreanCalendar.ts'
import { productPrice } from '#contract/rules/gateSum.ts'
import { promotionDaysLeft } from '#contract/rules/promotion.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { Icon, type IconType } from '#ui/icon.tsx'
import { usePlaceHours } from '../../-shared/attraction/placeHours.ts'
import { sceneOfTravel } from '../../-shared/travelScenes.ts'
import styles from './search.module.css'
import { useSectionNames } from './sectionNames.ts'
import { SECTIONS, type Section } from './siteSearch.ts'
import type { Results } from './useResults.ts'

/** Entries of each section while all are shown. */
const FEW_RESULTS = 4

interface Props {
  results: Results
  /** The section that is shown alone. */
  only: Section | undefined
  onOnly: (section: Section) => void
}

/** Renders the results in up to six sections. */
export function ResultSections({ results, only, onOnly }: Props) {
  const names = useSectionNames()
  const list = useRef<HTMLUListElement>(null)
  const isOpening = useRef(false)
  // The pressed button is gone, and the focus with it.
  useLayoutEffect(() => {
    if (!only || !isOpening.current) return
    isOpening.current = false
    const firstNew = list.current?.children[FEW_RESULTS]
    if (!(firstNew instanceof HTMLElement)) return
    firstNew.setAttribute('tabindex', '-1')
    firstNew.focus()
  }, [only])
  const rows: Record<Section, ReactNode[]> = {
    passes: results.passes.map((product) => <PassRow key={product.gdsUid} product={product} />),
    attractions: results.attractions.map((place) => <PlaceRow key={place.gdsUid} place={place} />),
    goods: results.goods.map((goods) => <GoodsRow key={goods.gdsUid} goods={goods} />),
    courses: results.courses.map((course) => (
      <Row
        key={course.id}
        picture={<Scene name={course.scene} crop="porthole" />}
        link={
          <Link to="/recommend/$detail" params={{ detail: course.id }} className={styles.name}>
            {course.name}
          </Link>
        }
      >
        {course.lengthText} · {course.companionText}
      </Row>
    )),
    travel: results.travel.map((entry) => (
      <Row
        key={entry.id}
        picture={<Scene name={sceneOfTravel(entry)} crop="porthole" />}
        link={
          <Link to="/travelInfo/$detail" params={{ detail: entry.id }} className={styles.name}>
            {entry.title}
          </Link>
        }
      >
        {entry.category} · {entry.district}
      </Row>
    )),
    offers: [
      ...results.promotions.map((promotion) => <PromotionRow key={promotion.id} promotion={promotion} />),
      ...results.notices.map((notice) => <NoticeRow key={notice.id} notice={notice} />),
    ],
  }
  return SECTIONS.filter((section) => rows[section].length > 0 && (!only || only === section)).map((section) => (
    <section key={section} className={styles.section}>
      <h2>{names[section]}</h2>
      <ul ref={only ? list : undefined} className={styles.rows}>
        {only ? rows[section] : rows[section].slice(0, FEW_RESULTS)}
      </ul>
      {!only && rows[section].length > FEW_RESULTS && (
        <Button
          kind="outline"
          size="small"
          onClick={() => {
            isOpening.current = true
            onOnly(section)
          }}
        >
          <ShowAll count={rows[section].length} name={names[section]} />
        </Button>
      )}
    </section>
  ))
}

function ShowAll({ count, name }: { count: number; name: string }) {
  return (
    <>
      <Trans>Show all {count}</Trans>
      <span className="visually-hidden">: {name}</span>
    </>
  )
}

function Row({ picture, link, children }: { picture: ReactNode; link: ReactNode; children: ReactNode }) {
  return (
    <li className={styles.row}>
      <span className={styles.porthole}>{picture}</span>
      <div className={styles.text}>
        {link}
        <p>{children}</p>
      </div>
    </li>
  )
}

function Badge({ icon }: { icon: IconType }) {
  return (
    <span className={styles.badge}>
      <Icon of={icon} size={24} />
    </span>
  )
}

function PassRow({ product }: { product: Results['passes'][number] }) {
  const { price } = useFormat()
  const isOnSale = product.saleYn === 'Y'
  const isSoldOut = isOnSale && product.soldOutYn === 'Y'
  return (
    <Row
      picture={<Badge icon={Ticket} />}
      link={
        isOnSale ? (
          <Link to="/pass/$detail" params={{ detail: product.gdsUid }} className={styles.name}>
            {product.name}
          </Link>
        ) : (
          <span className={styles.title}>{product.name}</span>
        )
      }
    >
      {isSoldOut ? <Trans>Sold out</Trans> : isOnSale ? price(productPrice(product)) : <Trans>Not on sale</Trans>}
      {isOnSale && !isSoldOut && product.sampleYn === 'Y' && (
        <>
          {' · '}
          <Trans>Sample price</Trans>
        </>
      )}
    </Row>
  )
}

function GoodsRow({ goods }: { goods: Results['goods'][number] }) {
  const { price } = useFormat()
  const cheapest = price(goods.price)
  const { kind, gdsUid } = goods
  if (kind === 'pass') return null
  return (
    <Row
      picture={<Scene name={sceneOfGoods(goods)} place={placeOfGoods(gdsUid)} crop="porthole" />}
      link={
        <Link to={`/${kind}/$goodsId`} params={{ goodsId: gdsUid }} className={styles.name}>
          {goods.name}
        </Link>
      }
    >
      {goods.district !== null && <>{goods.district} · </>}
      <Trans>from {cheapest}</Trans>
      {goods.sampleYn === 'Y' && (
        <>
          {' · '}
          <Trans>Sample</Trans>
        </>
      )}
    </Row>
  )
}

function PlaceRow({ place }: { place: Results['attractions'][number] }) {
  const hours = usePlaceHours()
  const now = useNow(MINUTE_MS)
  return (
    <Row
      picture={<Scene name={place.scene} place={place.gdsUid} crop="porthole" />}
      link={
        <Link to="/attractions/$detail" params={{ detail: place.gdsUid }} className={styles.name}>
          {place.name}
        </Link>
      }
    >
      {place.district} · {hours.short(place, now)}
    </Row>
  )
}

function PromotionRow({ promotion }: { promotion: Results['promotions'][number] }) {
  const { date } = useFormat()
  const hasEnded = promotionDaysLeft(promotion, useNow(MINUTE_MS)) === 0
  const until = date(koreanDayStart(promotion.endDate), 'day')
  return (
    <Row
      picture={<Badge icon={Percent} />}
      link={
        <Link to="/promotion/$detail" params={{ detail: promotion.id }} className={styles.name}>
          {promotion.title}
        </Link>
      }
    >
      {hasEnded ? <Trans>Ended</Trans> : <Trans>until {until}</Trans>}
    </Row>
  )
}

function NoticeRow({ notice }: { notice: Results['notices'][number] }) {
  const { date } = useFormat()
  return (
    <Row
      picture={<Badge icon={Megaphone} />}
      link={
        <Link to="/service/notice_detail" search={{ id: notice.id }} className={styles.name}>
          {notice.title}
        </Link>
      }
    >
      <Trans>Notice</Trans> · {date(koreanDayStart(notice.date), 'day')}
    </Row>
  )
}
