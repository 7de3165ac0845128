import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PrintScene } from '#art/printScene.tsx'
import type { Product } from '#contract/calls/pass.ts'
import type { PassType } from '#contract/codes.ts'
import { PASS_TYPES } from '#contract/codes.ts'
import { guideOf } from '#contract/guides.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { LinkButton } from '#ui/button.tsx'
import { Segments } from '#ui/segments.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { CatalogueError } from '../../-shared/catalogueError.tsx'
import { Columns } from '../../-shared/columns.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import { ProductTicket, useTagline } from '../../-shared/productTicket.tsx'
import screen from '../../-shared/screen.module.css'
import { useTitle } from '../../-shared/title.ts'
import styles from './guide.module.css'

/** The pages of a guide. */
const PAGES = {
  '/{product}': '/$product',
  '/{product}/benefits': '/$product/benefits',
  '/{product}/purchase': '/$product/purchase',
  '/{product}/use': '/$product/use',
} as const
type Page = keyof typeof PAGES

/** The products of a guide; a card or mobile pass that is not in the catalogue is absent. */
export interface GuideProducts {
  mobile?: Product
  card?: Product
}

interface Props {
  screen: Page
  /** First segment of the address. */
  guide: string
  /** Returns the title of the page for the name of the pass. */
  title: (passType: PassType) => string
  children: (passType: PassType, products: GuideProducts) => ReactNode
}

/**
 * Renders the frame of the guides: the pass and its picture, the ways to the other passes and pages, and beside the page
 * the tickets to buy. The pages read the catalogue of this phone, so that they work offline.
 */
export function GuideFrame({ screen: page, guide, title, children }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const tagline = useTagline()
  const { data, status, at, refresh } = useCatalogue()
  const passType = guideOf(guide) ?? '24H'
  const name = title(passType)
  useTitle(name)
  const products: GuideProducts = {}
  for (const product of data?.products ?? []) if (product.passType === passType) products[product.medium] = product
  return (
    <main data-screen={page} className={screen.reading}>
      <TopBar title={name} back="/pass" />
      <Segments
        label={t`Pass`}
        value={passType}
        options={PASS_TYPES.map((value) => ({ value, label: value }))}
        onChange={(next) =>
          void navigate({
            to: PAGES[page],
            params: { product: next.toLowerCase() },
            // The page stays, and with it the filters of the partners.
            search: true,
            replace: true,
            resetScroll: false,
          })
        }
      />
      <nav aria-label={t`Guide`} className={styles.tabs}>
        <Tab page="/{product}" guide={guide} current={page}>
          <Trans>Overview</Trans>
        </Tab>
        <Tab page="/{product}/benefits" guide={guide} current={page}>
          <Trans>Included</Trans>
        </Tab>
        <Tab page="/{product}/purchase" guide={guide} current={page}>
          <Trans>Buying</Trans>
        </Tab>
        <Tab page="/{product}/use" guide={guide} current={page}>
          <Trans>Using</Trans>
        </Tab>
      </nav>
      {status === 'failed' ? (
        <CatalogueError title={t`Could not load this guide`} onRetry={() => void refresh()} />
      ) : !data ? (
        <>
          <LoadingLine label={t`Loading the guide`} />
          <Skeleton height="7rem" radius="var(--radius-card)" />
          <Skeleton height="12rem" radius="var(--radius-card)" />
        </>
      ) : (
        <Columns aside={<Offer products={products} />}>
          <p className={styles.band} data-product={passType}>
            <PrintScene product={passType} className={styles.print} />
            <b>{passType}</b>
            <span>{tagline(passType)}</span>
          </p>
          {children(passType, products)}
          <p className={screen.second}>
            <DataAge at={at} />
          </p>
        </Columns>
      )}
    </main>
  )
}

function Tab({ page, guide, current, children }: { page: Page; guide: string; current: Page; children: ReactNode }) {
  return (
    <Link
      to={PAGES[page]}
      params={{ product: guide }}
      activeOptions={{ exact: true }}
      replace
      resetScroll={false}
      className={styles.tab}
      {...(page === current && { 'aria-current': 'page' })}
    >
      {children}
    </Link>
  )
}

/** Renders the tickets as the shop does, and the way to all passes. */
function Offer({ products: { mobile, card } }: { products: GuideProducts }) {
  return (
    <section className={styles.offer} aria-labelledby="offer">
      <h2 id="offer">
        <Trans>Buy this pass</Trans>
      </h2>
      {mobile && (
        <>
          <h3>
            <Trans>Mobile pass</Trans>
          </h3>
          <ProductTicket product={mobile} />
        </>
      )}
      {card && (
        <>
          <h3>
            <Trans>Card pass</Trans>
          </h3>
          <ProductTicket product={card} />
        </>
      )}
      <LinkButton to="/pass" kind="outline" full>
        <Trans>Compare all passes</Trans>
      </LinkButton>
    </section>
  )
}

/** Renders a part of a guide with its heading. `id`: for links to it. */
export function Part({ id, title, children }: { id?: string; title: ReactNode; children: ReactNode }) {
  return (
    <section id={id} className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Renders rules that have no order. Its children are `Step`. */
export function Rules({ children }: { children: ReactNode }) {
  return <ul className={styles.rules}>{children}</ul>
}

/** Renders numbered steps. Its children are `Step`. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className={styles.steps}>{children}</ol>
}

/** Renders one rule or step of a guide, with its title. */
export function Step({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <li>
      <b>{title}</b>
      <p>{children}</p>
    </li>
  )
}
