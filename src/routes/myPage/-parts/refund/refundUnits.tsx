import { Trans } from '@lingui/react/macro'
import type { PurchaseDetail } from '#data/purchases.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { FieldError } from '#ui/field.tsx'
import styles from './refund.module.css'

interface Props {
  purchase: PurchaseDetail
  /** `passUid` of the chosen units. */
  chosen: readonly string[]
  onChoose: (passUids: string[]) => void
  error?: string | false | null
}

/** Renders the choice of units, where more than one can be refunded, and why the server has refused one. */
export function RefundUnits({ purchase: { units }, chosen, onChoose, error }: Props) {
  const free = units.flatMap(({ passUid, refundYn }, index) => (refundYn === 'Y' ? [{ passUid, nth: index + 1 }] : []))
  if (free.length < 2) return error ? <FieldError>{error}</FieldError> : null
  return (
    <fieldset
      className={styles.units}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? 'refund-units-error' : undefined}
    >
      <legend>
        <Trans>Passes to refund</Trans>
      </legend>
      {free.map(({ passUid, nth }, index) => (
        <Checkbox
          key={passUid}
          id={index === 0 ? 'refund-units' : `refund-${passUid}`}
          checked={chosen.includes(passUid)}
          onChange={(event) =>
            onChoose(event.target.checked ? [...chosen, passUid] : chosen.filter((each) => each !== passUid))
          }
          label={<Trans>Pass {nth}</Trans>}
        />
      ))}
      {error && <FieldError id="refund-units-error">{error}</FieldError>}
    </fieldset>
  )
}
