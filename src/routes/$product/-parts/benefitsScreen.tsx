import { Trans, useLingui } from '@lingui/react/macro'
import { BusFront } from 'lucide-react'
import { GROUPS } from '#contract/codes.ts'
import { CARD_BALANCE_KRW } from '#contract/limits.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useFormat } from '#i18n/format.ts'
import { Icon } from '#ui/icon.tsx'
import { GroupWords } from '../../-shared/groups/groupWords.tsx'
import { Shelf } from '../../-shared/groups/shelf.tsx'
import screen from '../../-shared/screen.module.css'
import styles from './guide.module.css'
import { GuideFrame, Part, type GuideProducts } from './guideFrame.tsx'
import { Partners } from './partners.tsx'
import type { PartnerSearch } from './partnerSearch.ts'
import { PartnersRow } from './partnersRow.tsx'

interface Props {
  guide: string
  search: PartnerSearch
  onChange: (search: PartnerSearch, entry: 'replace' | 'push') => void
}

/** Renders `/{product}/benefits`: the attractions of both groups, transport, and the partners with a discount. */
export function BenefitsScreen({ guide, search, onChange }: Props) {
  const { t } = useLingui()
  // 0 until a partner confirms a discount: there is no list then.
  const hasPartners = (useCatalogue().data?.benefit.discountPlaces ?? 0) > 0
  return (
    <GuideFrame screen="/{product}/benefits" guide={guide} title={(passType) => t`What the ${passType} pass includes`}>
      {(_, products) => (
        <>
          <Entries products={products} />
          <Extras />
          {hasPartners && <Partners search={search} onChange={onChange} />}
        </>
      )}
    </GuideFrame>
  )
}

function Entries({ products: { mobile, card } }: { products: GuideProducts }) {
  const places = useCatalogue().data?.attractions ?? []
  const product = mobile ?? card
  return (
    <Part title={<Trans>Free entry</Trans>}>
      {product && (
        <p className={styles.lead}>
          <GroupWords product={product} />
        </p>
      )}
      <p className={screen.second}>
        {product?.allowance ? (
          <Trans>You choose at the gates, in any order. Some attractions need a reservation: see their pages.</Trans>
        ) : (
          <Trans>
            Every attraction in both groups, once each. Some attractions need a reservation: see their pages.
          </Trans>
        )}
      </p>
      {GROUPS.map((group) => (
        <Shelf key={group} group={group} places={places.filter(({ passGroup }) => passGroup === group)} linked />
      ))}
      <p className={screen.second}>
        <Trans>Prices at the gates for one adult, as far as we know. They may change.</Trans>
      </p>
    </Part>
  )
}

function Extras() {
  const { price } = useFormat()
  const loaded = price(CARD_BALANCE_KRW)
  return (
    <Part title={<Trans>Besides the attractions</Trans>}>
      <ul className={styles.facts}>
        <PartnersRow>
          <Trans>
            Show your code or card before you pay. Each partner gives the discount once. Using it does not start your
            time.
          </Trans>
        </PartnersRow>
        <li>
          <Icon of={BusFront} />
          <span>
            <b>
              <Trans>Transport with the card pass</Trans>
            </b>
            <Trans>
              The card is also a transit card with {loaded} on it. You can top it up in cash at metro stations and
              convenience stores, even after the pass has expired. A mobile pass includes no transport.
            </Trans>
          </span>
        </li>
      </ul>
    </Part>
  )
}
