import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import type { CartQuote } from '#contract/calls/cart.ts'
import type { GoodsKind } from '#contract/codes.ts'
import { QUANTITY_MAX, QUANTITY_MIN } from '#contract/limits.ts'
import { Scene } from '#art/scene.tsx'
import { useCatalogue } from '#data/catalogue.ts'
import { removeFromCart, restoreToCart, setCartCount, type CartLine } from '#data/cart.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Stepper } from '#ui/stepper.tsx'
import { useToast } from '#ui/useToast.ts'
import paper from '../../-shared/passPaper.module.css'
import payment from '../../-shared/payment/payment.module.css'
import { OrderTicket } from '../../-shared/productTicket.tsx'
import { GOODS_SCENES, goodsLink } from '../../-shared/reserve/goodsPath.ts'
import goods from '../../-shared/reserve/goodsTicket.module.css'
import styles from './cart.module.css'

type QuotedLine = CartQuote['lines'][number]

interface Props {
  line: CartLine
  position: number
  /** The server's price of this line; undefined while it is not known. */
  quoted: QuotedLine | undefined
  /** It is being paid and cannot change. */
  isLocked: boolean
}

/** Renders a line of the cart: what, when, how many, its price, and what has changed since it was put in. */
export function CartLineRow({ line, position, quoted, isLocked }: Props) {
  const { t } = useLingui()
  const { price } = useFormat()
  const toast = useToast()
  const name = useLineName(line)
  const remove = async () => {
    if (!(await removeFromCart(line))) return
    toast({
      text: t`Removed from the cart: ${name}`,
      action: { label: t`Undo`, onAction: () => void restoreToCart(line, position) },
    })
  }
  return (
    <li data-line={line.gdsDtlUid}>
      <LineTicket line={line} name={name} end={price(line.unitPrice * line.count)} />
      {quoted?.problem && (
        <p role="status" className={styles.problem}>
          <ProblemText line={line} quoted={quoted} />
        </p>
      )}
      {!isLocked && (
        <div className={styles.controls}>
          <Stepper
            label={t`Quantity: ${name}`}
            value={line.count}
            min={QUANTITY_MIN}
            max={QUANTITY_MAX}
            onChange={(count) => void setCartCount(line, count)}
          />
          <Button kind="quiet" size="small" icon={Trash2} aria-label={t`Remove: ${name}`} onClick={() => void remove()}>
            <Trans>Remove</Trans>
          </Button>
        </div>
      )}
    </li>
  )
}

/** Returns the name of a line: that of a pass in the present language, else as it was put in. */
const useLineName = ({ gdsUid, name }: CartLine): string => {
  const { data } = useCatalogue()
  return data?.products.find((product) => product.gdsUid === gdsUid)?.name ?? name
}

function LineTicket({ line, name, end }: { line: CartLine; name: string; end: string }) {
  const { kind, passType, gdsUid, option, count } = line
  const periodText = usePeriod()
  if (kind === 'pass')
    return (
      <OrderTicket
        passType={passType ?? '24H'}
        title={
          <Link to="/pass/$detail" params={{ detail: gdsUid }}>
            {name}
          </Link>
        }
        text={<>× {count}</>}
        end={<span className={payment.amount}>{end}</span>}
      />
    )
  const period = periodText(line)
  return (
    <div className={cx(paper.ticket, paper.small, goods.goods)} data-goods={kind}>
      <span className={cx(paper.sky, goods.sky)} aria-hidden>
        <Scene name={GOODS_SCENES[kind]} crop="porthole" className={goods.scene} />
      </span>
      <span className={cx(paper.stub, goods.stub)}>
        <strong className={goods.title}>
          <Link {...wayOf(line, kind)}>{name}</Link>
        </strong>
        <span>
          {option} × {count}
        </span>
        {period && <span className={goods.when}>{period}</span>}
        <span className={goods.end}>
          <strong>{end}</strong>
        </span>
      </span>
    </div>
  )
}

const wayOf = ({ gdsUid, gdsDtlUid, priceSn, count }: CartLine, kind: GoodsKind) =>
  goodsLink(kind, gdsUid, { option: gdsDtlUid, ...(priceSn !== null && { priceSn }), count })

/** Returns a function that writes when a line is used, in Korean time; nothing for passes and vouchers. */
const usePeriod = (): ((line: CartLine) => string | null) => {
  const { t } = useLingui()
  const { date, time } = useFormat()
  return ({ priceSn, startsAt, endsAt }) => {
    if (priceSn === null || priceSn === 'open' || startsAt === null) return null
    const start = date(startsAt, 'day')
    if (endsAt === null) {
      const clock = time(startsAt)
      return t`${start}, ${clock}`
    }
    const end = date(endsAt, 'day')
    return t`${start} – ${end}`
  }
}

function ProblemText({ line, quoted }: { line: CartLine; quoted: QuotedLine }) {
  const { price } = useFormat()
  const before = price(line.unitPrice)
  const now = price(quoted.unitPrice)
  switch (quoted.problem) {
    case 'price':
      return (
        <Trans>
          The price per item has changed from {before} to {now}.
        </Trans>
      )
    case 'sold_out':
      return <Trans>Sold out, or fewer available than you chose.</Trans>
    case 'date':
      return <Trans>This date or time can no longer be reserved.</Trans>
    default:
      return <Trans>This is no longer offered.</Trans>
  }
}
