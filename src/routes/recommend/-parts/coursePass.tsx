import { Plural, Trans } from '@lingui/react/macro'
import { QrCode, Ticket } from 'lucide-react'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import type { Product } from '#contract/calls/pass.ts'
import type { Course } from '#contract/calls/recommendTour.ts'
import { coveringProducts } from '#contract/rules/course.ts'
import { gateSum, productPrice, savingOf } from '#contract/rules/gateSum.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useFormat } from '#i18n/format.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { LinkButton } from '#ui/button.tsx'
import frame from '../../-shared/detail/detail.module.css'
import { SavingText } from '../../-shared/groups/savingText.tsx'
import { PassStops } from './courseCard.tsx'
import { useCoverage } from './useCourses.ts'

/**
 * Renders the pass that covers all stops, its price and what the gates cost without it; without such a pass, how many
 * stops take one.
 */
export function CoursePass({ course, stops }: { course: Course; stops: readonly AttractionDetail[] }) {
  const { data } = useCatalogue()
  const { price } = useFormat()
  const { hasPass, covers } = useCoverage()
  const product = coveringProducts(data?.products ?? [], stops, course.days.length)[0]
  const onPass = stops.filter(({ passGroup }) => passGroup !== null)
  const { sumKrw, unpriced } = gateSum(product ? stops : onPass)
  const gates = price(sumKrw)
  const isCovered = hasPass && covers(course)
  return (
    <ActionBar className={frame.action}>
      <div className={frame.price}>
        {isCovered ? (
          <b>
            <Trans>Covered by my pass</Trans>
          </b>
        ) : product ? (
          <Offer product={product} />
        ) : (
          <PassStops free={onPass.length} all={stops.length} />
        )}
        {sumKrw > 0 && (
          <span>
            <Trans>about {gates} at the gates</Trans>
          </span>
        )}
        {unpriced > 0 && (
          <span>
            <Plural
              value={unpriced}
              one="# place without a known price is not counted."
              other="# places without a known price are not counted."
            />
          </span>
        )}
        {product && !isCovered && (
          <span>
            <SavingText savingKrw={savingOf(product, stops)} />
          </span>
        )}
      </div>
      {hasPass ? (
        <LinkButton to="/myPage/myPass" icon={QrCode}>
          <Trans>Open My Pass</Trans>
        </LinkButton>
      ) : product ? (
        <LinkButton to="/pass/$detail" params={{ detail: product.gdsUid }} icon={Ticket}>
          <Trans>See this pass</Trans>
        </LinkButton>
      ) : (
        <LinkButton to="/pass" icon={Ticket}>
          <Trans>See the passes</Trans>
        </LinkButton>
      )}
    </ActionBar>
  )
}

function Offer({ product }: { product: Product }) {
  const { price } = useFormat()
  const { passType } = product
  const amount = price(productPrice(product))
  return (
    <>
      <b>
        <Trans>
          All stops with one {passType}: {amount}
        </Trans>
      </b>
      {product.sampleYn === 'Y' && (
        <span>
          <Trans>Sample price</Trans>
        </span>
      )}
    </>
  )
}
