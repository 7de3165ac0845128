import { useLingui } from '@lingui/react/macro'
import { Navigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { GoodsKind } from '#contract/codes.ts'
import { useGoodsItem, type GoodsDetail } from '#data/goods.ts'
import { CatalogueError } from '../catalogueError.tsx'
import { DetailLoading } from '../detail/detailLoading.tsx'
import { useTitle } from '../title.ts'
import { NotFoundScreen } from '../../-shell/lazyScreens.tsx'
import { GoodsDetailScreen } from './goodsDetail.tsx'
import { KIND_NAMES } from './goodsNames.ts'
import type { GoodsSearch } from './goodsSearch.ts'

const StepScreen = lazy(async () => ({ default: (await import('../reserve/index.tsx')).StepScreen }))
const ReviewScreen = lazy(async () => ({ default: (await import('./reviewScreen.tsx')).ReviewScreen }))

export interface GoodsScreenProps {
  /** The `data-screen`, such as `/hotel/{goodsId}`. */
  address: string
  kind: GoodsKind
  gdsUid: string
  search: GoodsSearch
  onChange: (search: GoodsSearch, entry: 'replace' | 'push') => void
}

/**
 * `/hotel|tour|activity|voucher/{goodsId}`: goods with what is left of them, or a step of reserving or reviewing them.
 * An id of another kind leads to its own address (spec 2.15).
 */
export function GoodsScreen(props: GoodsScreenProps) {
  const { address, kind, gdsUid, search } = props
  const { t, i18n } = useLingui()
  const { status, data, at, failure, reload } = useGoodsItem(gdsUid)
  useTitle(data?.name ?? i18n._(KIND_NAMES[kind]))
  if (data && !('kind' in data)) return <Navigate to="/attractions/$detail" params={{ detail: gdsUid }} replace />
  if (data?.kind === 'pass') return <Navigate to="/pass/$detail" params={{ detail: gdsUid }} replace />
  if (data && data.kind !== kind)
    return <Navigate to={`/${data.kind}/$goodsId`} params={{ goodsId: gdsUid }} search={search} replace />
  if (data) return <Step {...props} goods={data} at={at} />
  if (failure?.code === 'E_NOT_FOUND') return <NotFoundScreen />
  return (
    <main data-screen={address} aria-busy={status === 'loading'}>
      {status === 'failed' ? (
        <CatalogueError title={t`Could not load this offer`} onRetry={() => void reload()} />
      ) : (
        <DetailLoading label={t`Loading the offer`} />
      )}
    </main>
  )
}

function Step({ goods, at, ...props }: GoodsScreenProps & { goods: GoodsDetail; at: number | null }) {
  const { t } = useLingui()
  const { address, gdsUid, search, onChange } = props
  if (search.step === undefined)
    return <GoodsDetailScreen address={address} goods={goods} at={at} search={search} onChange={onChange} />
  return (
    <Suspense
      fallback={
        <main data-screen={address} aria-busy>
          <DetailLoading label={t`Loading the offer`} />
        </main>
      }
    >
      {search.step === 'review' ? (
        <ReviewScreen address={address} goods={goods} rsvtUid={search.rsvtUid} />
      ) : (
        <StepScreen
          address={address}
          goodsId={gdsUid}
          step={search.step}
          option={search.option}
          priceSn={search.priceSn}
          count={search.count ?? 1}
          rsvtUid={search.rsvtUid}
        />
      )}
    </Suspense>
  )
}
