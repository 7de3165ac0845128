import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { Scene } from '#art/scene.tsx'
import { MEDIA, type Medium } from '#contract/codes.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useOnline } from '#data/online.ts'
import { Segments } from '#ui/segments.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import { ProductTicket } from '../../-shared/productTicket.tsx'
import { RateNote } from '../../-shared/currency/rateNote.tsx'
import { AboutGroups } from '../../-shared/groups/aboutGroups.tsx'
import screen from '../../-shared/screen.module.css'
import { Comparison } from './comparison.tsx'
import styles from './passes.module.css'

/** Renders the pass products of one medium. */
export function PassesScreen({ medium }: { medium: Medium }) {
  const { t } = useLingui()
  const navigate = useNavigate({ from: '/pass/' })
  const { status, data, at, refresh } = useCatalogue()
  const online = useOnline()
  const products = data?.products.filter((product) => product.medium === medium)
  const names: Record<Medium, string> = { mobile: t`Mobile pass`, card: t`Card pass` }
  return (
    <main data-screen="/pass" className={styles.list}>
      <TopBar title={<Trans>Passes</Trans>} />
      <Segments
        label={t`Kind of pass`}
        value={medium}
        options={MEDIA.map((value) => ({ value, label: names[value] }))}
        onChange={(value) =>
          void navigate({ search: value === 'card' ? { medium: value } : {}, replace: true, resetScroll: false })
        }
      />
      <p className={screen.lead}>
        {medium === 'mobile' ? (
          <Trans>Stays on your phone and works offline. Nothing to pick up. Not a transit card.</Trans>
        ) : (
          <Trans>A card that you collect in Busan. It is also a transit card.</Trans>
        )}
      </p>
      {status === 'failed' ? (
        <ErrorState
          scene={<Scene name="cablecar" />}
          title={<Trans>Could not load the passes</Trans>}
          text={<Trans>Passes that you already have are not affected. Check your connection and try again.</Trans>}
          onRetry={() => void refresh()}
        />
      ) : (
        <div className={styles.tickets}>
          {!products && <LoadingLine label={t`Loading passes`} />}
          {products
            ? products.map((product) => <ProductTicket key={product.gdsUid} product={product} />)
            : ['24H', '48H', 'Big3', 'Big5'].map((name) => (
                <Skeleton key={name} height="8.75rem" radius="var(--radius-card)" />
              ))}
        </div>
      )}
      {products && data && (
        <>
          <RateNote />
          <AboutGroups />
          <Link to="/$product" params={{ product: '24h' }} className={screen.link}>
            <Trans>Guide to the passes</Trans>
          </Link>
          <Link to="/whichPass" className={screen.link}>
            <Trans>Which pass is right for me?</Trans>
          </Link>
          {products.length > 1 && <Comparison products={products} attractions={data.attractions} />}
        </>
      )}
      {!online && at !== null && (
        <p>
          <DataAge at={at} />
        </p>
      )}
    </main>
  )
}
