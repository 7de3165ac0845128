import { Trans, useLingui } from '@lingui/react/macro'
import { notFound } from '@tanstack/react-router'
import { Scene } from '#art/scene.tsx'
import type { Catalogue } from '#contract/calls/main.ts'
import type { Product } from '#contract/calls/pass.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { useTitle } from '../../-shared/title.ts'
import { OrderForm } from './orderForm.tsx'
import styles from './product.module.css'
import { ProductFacts } from './productFacts.tsx'
import { ProductSky } from './productSky.tsx'
import { Saving } from './saving.tsx'
import { useChoice } from './useChoice.ts'

/** Renders a pass product by its id, with the form to order it. */
export function ProductScreen({ detail }: { detail: string }) {
  const { t } = useLingui()
  const { status, data, refresh } = useCatalogue()
  const product = data?.products.find(({ gdsUid }) => gdsUid === detail)
  useTitle(product?.name)
  if (data && !product) throw notFound()
  if (!data || !product) {
    return (
      <main data-screen={status === 'failed' ? '/pass/{detail}' : undefined} className={styles.detail}>
        <TopBar title={<Trans>Pass</Trans>} back="/pass" />
        {status === 'failed' ? (
          <ErrorState
            scene={<Scene name="cablecar" />}
            title={<Trans>Could not load this pass</Trans>}
            text={<Trans>Passes that you already have are not affected. Check your connection and try again.</Trans>}
            onRetry={() => void refresh()}
          />
        ) : (
          <>
            <LoadingLine label={t`Loading the pass`} />
            <Skeleton height="17rem" />
            <Skeleton height="8rem" />
          </>
        )}
      </main>
    )
  }
  return <FoundProduct key={product.gdsUid} product={product} attractions={data.attractions} />
}

function FoundProduct({ product, attractions }: { product: Product; attractions: Catalogue['attractions'] }) {
  const choosing = useChoice(product, attractions)
  return (
    <main data-screen="/pass/{detail}" data-hero className={styles.detail}>
      <div className={styles.columns}>
        <div className={styles.about}>
          <ProductSky product={product} />
          <ProductFacts choosing={choosing} attractions={attractions} />
          <Saving choosing={choosing} />
        </div>
        <OrderForm product={product} />
      </div>
    </main>
  )
}
