import { Trans, useLingui } from '@lingui/react/macro'
import { Scene } from '#art/scene.tsx'
import { gateSum, hasGatePrice, productPrice, savingOf } from '#contract/rules/gateSum.ts'
import { useFormat } from '#i18n/format.ts'
import { GroupsButton } from '../../-shared/groups/groupsButton.tsx'
import type { Choosing } from '../../-shared/groups/shelf.tsx'
import { SavingText } from '../../-shared/groups/savingText.tsx'
import styles from './saving.module.css'

/** Renders what the chosen places, or those of the example, cost at the gates, and what the pass saves. */
export function Saving({ choosing }: { choosing: Choosing }) {
  const { t } = useLingui()
  const { price } = useFormat()
  const { product, chosen, isExample } = choosing
  const { passType } = product
  const amount = price(gateSum(chosen).sumKrw)
  return (
    <section className={styles.saving} aria-labelledby="saving">
      <h2 id="saving">{isExample ? <Trans>Example of what you save</Trans> : <Trans>What you save</Trans>}</h2>
      <ul>
        {chosen.map((place) => (
          <li key={place.gdsUid}>
            <span className={styles.disc}>
              <Scene name={place.scene} place={place.gdsUid} crop="porthole" />
            </span>
            {place.name}
            {hasGatePrice(place) && <span>{price(place.adultPrice)}</span>}
          </li>
        ))}
      </ul>
      <dl>
        <div>
          <dt>
            <Trans>At the gates</Trans>
          </dt>
          <dd>{t`about ${amount}`}</dd>
        </div>
        <div>
          <dt>
            <Trans>With a {passType} pass</Trans>
          </dt>
          <dd>{price(productPrice(product))}</dd>
        </div>
      </dl>
      {chosen.length > 0 && (
        <p>
          <SavingText savingKrw={savingOf(product, chosen)} />
        </p>
      )}
      <GroupsButton choosing={choosing} kind="quiet">
        <Trans>Choose your own places</Trans>
      </GroupsButton>
    </section>
  )
}
