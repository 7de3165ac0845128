import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CalendarCheck, Clock, TicketCheck } from 'lucide-react'
import type { PassType } from '#contract/codes.ts'
import { CARD_BALANCE_KRW, VALID_YEARS } from '#contract/limits.ts'
import { useFormat } from '#i18n/format.ts'
import { Icon } from '#ui/icon.tsx'
import { GroupWords } from '../../-shared/groups/groupWords.tsx'
import { LinkRow, LinkRows } from '../../-shared/linkRows.tsx'
import styles from './guide.module.css'
import { GuideFrame, Part, type GuideProducts } from './guideFrame.tsx'
import { OnePassRow } from './onePassRow.tsx'
import { PartnersRow } from './partnersRow.tsx'

/** Renders `/{product}`: what the pass is, how long it lasts, and card or mobile. */
export function AboutScreen({ guide }: { guide: string }) {
  const { t } = useLingui()
  return (
    <GuideFrame screen="/{product}" guide={guide} title={(passType) => t`About the ${passType} pass`}>
      {(passType, products) => (
        <>
          <p className={styles.lead}>
            <Lead passType={passType} />
          </p>
          <Facts guide={guide} products={products} />
          <Media />
          <LinkRows>
            <LinkRow
              to="/$product/benefits"
              params={{ product: guide }}
              text={<Trans>Attractions and their prices, discounts and transport</Trans>}
            >
              <Trans>What it includes</Trans>
            </LinkRow>
            <LinkRow
              to="/$product/purchase"
              params={{ product: guide }}
              text={<Trans>Mobile pass, card pass, cancelling</Trans>}
            >
              <Trans>How to buy</Trans>
            </LinkRow>
            <LinkRow
              to="/$product/use"
              params={{ product: guide }}
              text={<Trans>At the gate, offline, and when your time is up</Trans>}
            >
              <Trans>How to use</Trans>
            </LinkRow>
            <LinkRow to="/visit" text={<Trans>Before you travel, on arrival and at your first attraction</Trans>}>
              <Trans>Your visit, step by step</Trans>
            </LinkRow>
            <LinkRow to="/whichPass" text={<Trans>Compare each pass with paying at the gates</Trans>}>
              <Trans>Which pass is right for me?</Trans>
            </LinkRow>
          </LinkRows>
        </>
      )}
    </GuideFrame>
  )
}

function Lead({ passType }: { passType: PassType }) {
  if (passType === '24H')
    return (
      <Trans>
        One full day in Busan: enter as many participating attractions as you can reach within 24 hours of your first
        entry, once each.
      </Trans>
    )
  if (passType === '48H')
    return (
      <Trans>
        Two days at an easy pace: enter as many participating attractions as you can reach within 48 hours of your first
        entry, once each.
      </Trans>
    )
  if (passType === 'Big3')
    return (
      <Trans>
        Three attractions of your choice: one of the big ones (A) and two of the others (B), within five days of your
        first entry. You decide at each gate.
      </Trans>
    )
  return (
    <Trans>
      Five attractions of your choice: two of the big ones (A) and three of the others (B), within a week of your first
      entry. You decide at each gate.
    </Trans>
  )
}

function Facts({ guide, products: { mobile, card } }: { guide: string; products: GuideProducts }) {
  const product = mobile ?? card
  const years = VALID_YEARS
  return (
    <ul className={styles.facts}>
      {product && (
        <>
          <li>
            <Icon of={TicketCheck} />
            <span>
              <b>
                <GroupWords product={product} />
              </b>
              <Trans>Free entry, once per attraction.</Trans>
            </span>
          </li>
          <li>
            <Icon of={Clock} />
            <span>
              <b>{product.windowText}</b>
              <Trans>Your time does not start when you buy the pass or use a discount.</Trans>
            </span>
          </li>
        </>
      )}
      <li>
        <Icon of={CalendarCheck} />
        <span>
          <b>
            <Plural value={years} one="Valid for # year from purchase" other="Valid for # years from purchase" />
          </b>
          <Trans>Your first entry must be within this period.</Trans>
        </span>
      </li>
      <PartnersRow guide={guide}>
        <Trans>Once at each partner, with the same code or card.</Trans>
      </PartnersRow>
      <OnePassRow />
    </ul>
  )
}

/** Renders what a mobile pass and a card pass are, beside each other. */
export function Media() {
  const { price } = useFormat()
  const loaded = price(CARD_BALANCE_KRW)
  return (
    <Part title={<Trans>Mobile or card?</Trans>}>
      <div className={styles.media}>
        <div className={styles.medium}>
          <h3>
            <Trans>Mobile pass</Trans>
          </h3>
          <ul>
            <li>
              <Trans>A QR code in the app, ready right after payment</Trans>
            </li>
            <li>
              <Trans>Works without a signal</Trans>
            </li>
            <li>
              <Trans>Can be sent as a gift while unused</Trans>
            </li>
            <li>
              <Trans>Not a transit card</Trans>
            </li>
          </ul>
        </div>
        <div className={styles.medium}>
          <h3>
            <Trans>Card pass</Trans>
          </h3>
          <ul>
            <li>
              <Trans>A card that you collect in Busan with your voucher and your passport or photo ID</Trans>
            </li>
            <li>
              <Trans>Also a transit card, with {loaded} on it</Trans>
            </li>
            <li>
              <Trans>No phone needed at the gate</Trans>
            </li>
            <li>
              <Trans>A lost card is neither replaced nor refunded</Trans>
            </li>
          </ul>
        </div>
      </div>
    </Part>
  )
}
