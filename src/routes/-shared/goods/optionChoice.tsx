import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { GoodsOption } from '#contract/calls/goods.ts'
import { lowestPrice } from '#contract/rules/dayPrice.ts'
import { HOUR_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import type { GoodsDetail } from '#data/goods.ts'
import { useFormat } from '#i18n/format.ts'
import frame from '../detail/detail.module.css'
import styles from './goods.module.css'
import { ForPeople } from './unitTexts.tsx'
import type { GoodsChoice } from './useGoodsChoice.ts'

/** Renders the options with their price, as radio buttons; a single one without. */
export function OptionChoice({ choice }: { choice: GoodsChoice }) {
  const name = useId()
  const { goods, option } = choice
  const isChoice = goods.options.length > 1
  return (
    <section className={frame.section}>
      <h2 id={name}>
        {!isChoice ? (
          <Trans>Price</Trans>
        ) : goods.kind === 'hotel' ? (
          <Trans>Choose a room</Trans>
        ) : (
          <Trans>Choose an option</Trans>
        )}
      </h2>
      <div role={isChoice ? 'radiogroup' : undefined} aria-labelledby={name} className={styles.options}>
        {goods.options.length === 1 && option ? (
          <div className={styles.option}>
            <OptionText option={option} kind={goods.kind} />
          </div>
        ) : (
          goods.options.map((each) => (
            <label key={each.gdsDtlUid} className={styles.option}>
              <input
                type="radio"
                name={name}
                value={each.gdsDtlUid}
                checked={each.gdsDtlUid === option?.gdsDtlUid}
                onChange={() => choice.chooseOption(each.gdsDtlUid)}
              />
              <OptionText option={each} kind={goods.kind} />
            </label>
          ))
        )}
      </div>
    </section>
  )
}

function OptionText({ option, kind }: { option: GoodsOption; kind: GoodsDetail['kind'] }) {
  const { price } = useFormat()
  const now = useNow(HOUR_MS)
  const isHotel = kind === 'hotel'
  const cheapest = price(kind === 'pass' ? option.price : lowestPrice(kind, option, now))
  const { optionNm, people, confirmation } = option
  return (
    <>
      <span className={styles.optionText}>
        <b>{optionNm}</b>
        <span>
          {people !== null && people > 1 && (
            <>
              <ForPeople people={people} />
              {' · '}
            </>
          )}
          {confirmation === 'instant' ? <Trans>Confirmed instantly</Trans> : <Trans>Confirmed within 48 hours</Trans>}
        </span>
      </span>
      <span className={styles.unitPrice}>
        <span>
          {option.priceRules ? (
            <Trans>
              from <b>{cheapest}</b>
            </Trans>
          ) : (
            <b>{cheapest}</b>
          )}
        </span>
        {isHotel && (
          <span>
            <Trans>per night</Trans>
          </span>
        )}
      </span>
    </>
  )
}
