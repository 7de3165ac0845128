import { Plural } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Scene } from '#art/scene.tsx'
import { DAY_MS } from '#contract/time.ts'
import { cx } from '#ui/cx.ts'
import type { GoodsKind } from '#contract/codes.ts'
import { sceneOfKind } from './goodsPath.ts'
import paper from '../passPaper.module.css'
import styles from './goodsTicket.module.css'
import { usePeriodText } from './usePeriodText.ts'

interface Props {
  /** undefined: of a type that this build does not know. */
  kind: GoodsKind | undefined
  /** May be a link. */
  title: ReactNode
  option: string
  count: number
  priceSn: string
  startsAt: number
  endsAt: number
  /** Stands at the end of the row: a price, states. */
  end?: ReactNode
  /** It cannot be used any more. */
  isOver?: boolean
}

/** Renders a stay, a departure or a voucher as a paper ticket: its scene, a tear line, what, when and how many. */
export function GoodsTicket({ kind, title, option, count, end, isOver = false, ...period }: Props) {
  const periodText = usePeriodText()
  const nights = nightsOf(period)
  return (
    <div className={cx(paper.ticket, paper.small, styles.goods, isOver && styles.over)} data-goods={kind}>
      <span className={cx(paper.sky, styles.sky)} aria-hidden>
        <Scene name={sceneOfKind(kind)} crop="porthole" className={styles.scene} />
      </span>
      <span className={cx(paper.stub, styles.stub)}>
        <strong className={styles.title}>{title}</strong>
        <span>
          {option}
          {isCountedInWords(kind) ? ' · ' : ' '}
          <Units kind={kind} count={count} />
        </span>
        <span className={styles.when}>
          {periodText(period)}
          {kind === 'hotel' && (
            <>
              {' · '}
              <Plural value={nights} one="# night" other="# nights" />
            </>
          )}
        </span>
        {end && <span className={styles.end}>{end}</span>}
      </span>
    </div>
  )
}

/** Returns the nights of a stay, 1 for everything else. Check-out is earlier in the day than check-in. */
export const nightsOf = ({ priceSn, startsAt, endsAt }: Pick<Props, 'priceSn' | 'startsAt' | 'endsAt'>): number =>
  /^\d{8}-/.test(priceSn) ? Math.max(1, Math.ceil((endsAt - startsAt) / DAY_MS)) : 1

const isCountedInWords = (kind: GoodsKind | undefined): boolean => kind === 'hotel' || kind === 'voucher'

/** Renders the number of units: rooms, places or vouchers. */
export function Units({ kind, count }: { kind: GoodsKind | undefined; count: number }) {
  if (kind === 'hotel') return <Plural value={count} one="# room" other="# rooms" />
  return kind === 'voucher' ? <Plural value={count} one="# voucher" other="# vouchers" /> : `× ${count}`
}
