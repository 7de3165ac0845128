import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Product } from '#contract/calls/pass.ts'
import { GROUPS } from '#contract/codes.ts'
import { gateSum, productPrice, savingOf } from '#contract/rules/gateSum.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import styles from './groups.module.css'
import { GroupWords } from './groupWords.tsx'
import { SavingText } from './savingText.tsx'
import { Shelf, type Choosing } from './shelf.tsx'

interface Props {
  open: boolean
  onClose: () => void
  choosing?: Choosing | undefined
}

/**
 * Renders the places of groups A and B on two shelves, each with its picture and its price at the gate. With `choosing`
 * a press chooses a place, and the sum at the gates stands beside the price of the pass.
 */
export function GroupsDialog({ open, onClose, choosing }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      sheet
      title={choosing ? <Trans>Choose your places</Trans> : <Trans>What A and B mean</Trans>}
      actions={
        <div className={styles.foot}>
          {choosing && <Sum choosing={choosing} />}
          <Button full onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </div>
      }
    >
      <Shelves choosing={choosing} />
    </Dialog>
  )
}

function Shelves({ choosing }: Pick<Props, 'choosing'>) {
  const places = useCatalogue().data?.attractions ?? []
  return (
    <>
      {choosing ? <ChoosingText product={choosing.product} /> : <GroupsText />}
      {GROUPS.map((group) => (
        <Shelf key={group} group={group} places={places.filter((one) => one.passGroup === group)} choosing={choosing} />
      ))}
      <p className={styles.text}>
        <Trans>Prices at the gates for one adult, as far as we know. They may change.</Trans>
      </p>
    </>
  )
}

/** Says that choosing here binds to nothing. */
function ChoosingText({ product }: { product: Product }) {
  const { passType } = product
  return (
    <p className={styles.text}>
      <b>
        {passType}: <GroupWords product={product} />.
      </b>{' '}
      <Trans>This only adds up prices. You can decide later where to go.</Trans>
    </p>
  )
}

/** Says what each pass on sale admits to. */
function GroupsText() {
  const products = useCatalogue().data?.products.filter(({ medium }) => medium === 'mobile') ?? []
  return (
    <ul className={styles.text}>
      {products.map((product) => (
        <li key={product.gdsUid}>
          <b>{product.passType}</b>: <GroupWords product={product} />
        </li>
      ))}
    </ul>
  )
}

function Sum({ choosing: { product, chosen, isExample } }: { choosing: Choosing }) {
  const { t } = useLingui()
  const { price } = useFormat()
  const { sumKrw, unpriced } = gateSum(chosen)
  const amount = price(sumKrw)
  const { passType } = product
  return (
    <div className={styles.sum} role="status">
      <p>
        <span>{isExample ? <Trans>At the gates, for example</Trans> : <Trans>At the gates you would pay</Trans>}</span>
        <b>{t`about ${amount}`}</b>
      </p>
      <p>
        <span>
          <Trans>With a {passType} pass</Trans>
        </span>
        <b>{price(productPrice(product))}</b>
      </p>
      {chosen.length > 0 && (
        <p className={styles.saving}>
          <SavingText savingKrw={savingOf(product, chosen)} />
        </p>
      )}
      {unpriced > 0 && (
        <p>
          <Plural
            value={unpriced}
            one="# place without a known price is not counted."
            other="# places without a known price are not counted."
          />
        </p>
      )}
    </div>
  )
}
