import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { TicketPercent } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCatalogue } from '#data/catalogue.ts'
import { useFormat } from '#i18n/format.ts'
import { Icon } from '#ui/icon.tsx'
import screen from '../../-shared/screen.module.css'

interface Props {
  /** The guide whose list of partners the row links to; omitted beside that list. */
  guide?: string
  children: ReactNode
}

/** Renders the row about the partners with a discount: how many, and how it is had as `children`. Nothing without any. */
export function PartnersRow({ guide, children }: Props) {
  const { number } = useFormat()
  const benefit = useCatalogue().data?.benefit
  if (!benefit || benefit.discountPlaces === 0) return null
  const partners = number(benefit.discountPlaces)
  return (
    <li>
      <Icon of={TicketPercent} />
      <span>
        <b>
          {benefit.discountSampleYn === 'Y' ? (
            <Trans>{partners} partners with a discount (sample data)</Trans>
          ) : (
            <Trans>{partners} partners with a discount</Trans>
          )}
        </b>
        {children}
        {guide !== undefined && (
          <>
            {' '}
            <Link to="/$product/benefits" params={{ product: guide }} hash="partners" className={screen.link}>
              <Trans>See the partners</Trans>
            </Link>
          </>
        )}
      </span>
    </li>
  )
}
