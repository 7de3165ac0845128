import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CANCEL_DAYS, CARD_BALANCE_KRW } from '#contract/limits.ts'
import type { Product } from '#contract/calls/pass.ts'
import { isOnSale } from '#contract/rules/gateSum.ts'
import { useFormat } from '#i18n/format.ts'
import { LinkButton } from '#ui/button.tsx'
import { Segments } from '#ui/segments.tsx'
import { Tag } from '#ui/tag.tsx'
import screen from '../../-shared/screen.module.css'
import { GuideFrame, Part, Rules, Step, Steps } from './guideFrame.tsx'

const TABS = ['mobile', 'card', 'cancel'] as const
type TabName = (typeof TABS)[number]
const isTab = (text: string | undefined): text is TabName => TABS.includes(text as TabName)

interface Props {
  guide: string
  /** From the address; an unknown one shows the first. */
  tab: string | undefined
  onTab: (tab: TabName) => void
}

/** Renders `/{product}/purchase` in three tabs: mobile pass, card pass, cancelling. */
export function PurchaseScreen({ guide, tab, onTab }: Props) {
  const { t } = useLingui()
  const chosen = isTab(tab) ? tab : 'mobile'
  return (
    <GuideFrame screen="/{product}/purchase" guide={guide} title={(passType) => t`How to buy a ${passType} pass`}>
      {(_, { mobile, card }) => (
        <>
          <Segments
            label={t`How to buy`}
            value={chosen}
            onChange={onTab}
            options={[
              { value: 'mobile', label: <Trans>Mobile pass</Trans> },
              { value: 'card', label: <Trans>Card pass</Trans> },
              { value: 'cancel', label: <Trans>Cancelling</Trans> },
            ]}
          />
          {chosen === 'mobile' && <Mobile product={mobile} />}
          {chosen === 'card' && <Card product={card} />}
          {chosen === 'cancel' && <Cancel />}
        </>
      )}
    </GuideFrame>
  )
}

/** Renders the button to the page of the product, or that it cannot be bought now. */
function Buy({ product }: { product: Product | undefined }) {
  if (product && isOnSale(product))
    return (
      <LinkButton to="/pass/$detail" params={{ detail: product.gdsUid }} full>
        <Trans>Choose this pass</Trans>
      </LinkButton>
    )
  return (
    <p>
      <Tag tone="harbour">
        <Trans>Not on sale</Trans>
      </Tag>
    </p>
  )
}

function Pay() {
  return (
    <Step title={<Trans>Pay with a card issued outside Korea</Trans>}>
      <Trans>Cards issued in Korea are declined. Prices are in Korean won; your card issuer converts them.</Trans>
    </Step>
  )
}

function Choose() {
  return (
    <Step title={<Trans>Choose a pass and how many you need</Trans>}>
      <Trans>Each person needs a pass. You do not have to choose a date: your time starts with your first entry.</Trans>
    </Step>
  )
}

function Mobile({ product }: { product: Product | undefined }) {
  return (
    <Part title={<Trans>Mobile pass in three steps</Trans>}>
      <Steps>
        <Choose />
        <Pay />
        <Step title={<Trans>Open My Pass on the phone that you will take with you</Trans>}>
          <Trans>
            Your passes are ready right after payment. Open My Pass once while you are online: from then on the code
            works without a signal. If you buy on a computer, scan a QR code to put the pass on your phone.
          </Trans>
        </Step>
      </Steps>
      <Buy product={product} />
    </Part>
  )
}

function Card({ product }: { product: Product | undefined }) {
  const { price } = useFormat()
  const loaded = price(CARD_BALANCE_KRW)
  return (
    <Part title={<Trans>Card pass in four steps</Trans>}>
      <Steps>
        <Choose />
        <Pay />
        <Step title={<Trans>Collect each card at an exchange desk in Busan</Trans>}>
          <Trans>
            You get a voucher for each card. Bring it with your passport or photo ID. The desks, such as those at Gimhae
            International Airport and Busan Station, have different opening hours.
          </Trans>
        </Step>
        <Step title={<Trans>Use the card on the metro and buses</Trans>}>
          <Trans>
            The card comes with {loaded} for public transport. Top it up in cash at metro stations and convenience
            stores.
          </Trans>
        </Step>
      </Steps>
      <Buy product={product} />
    </Part>
  )
}

function Cancel() {
  const days = CANCEL_DAYS
  return (
    <Part title={<Trans>Cancellations and refunds</Trans>}>
      <Rules>
        <Step
          title={
            <Plural
              value={days}
              one="Unused: full refund if cancelled within # day of payment"
              other="Unused: full refund if cancelled within # days of payment"
            />
          }
        >
          <Trans>Only the buyer can cancel. Once a card has been collected, our staff decide on the refund.</Trans>
        </Step>
        <Step title={<Trans>Used or activated: no refund</Trans>}>
          <Trans>
            After the first entry or discount, a pass cannot be refunded, even if entries or time remain. Other passes
            in the same order are not affected.
          </Trans>
        </Step>
        <Step title={<Trans>Sent as a gift: cancel the gift first</Trans>}>
          <Trans>A gift that has been accepted belongs to its recipient and cannot be refunded.</Trans>
        </Step>
        <Step title={<Trans>The money goes back to your card</Trans>}>
          <Trans>Card companies usually need 7 to 14 working days after we have approved the refund.</Trans>
        </Step>
      </Rules>
      <LinkButton to="/myPage/purchaseHistory" full>
        <Trans>Request a refund</Trans>
      </LinkButton>
      <LinkButton to="/service/policy" search={{ code: 'refund' }} kind="outline" full>
        <Trans>Read the cancellation terms</Trans>
      </LinkButton>
      <LinkButton to="/service/inquiry" kind="quiet" full>
        <Trans>Contact us</Trans>
      </LinkButton>
      <p className={screen.second}>
        <Trans>Include your order number and the reason.</Trans>
      </p>
    </Part>
  )
}
