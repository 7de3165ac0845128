import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { Scene } from '#art/scene.tsx'
import { GOODS_KINDS, type GoodsKind } from '#contract/codes.ts'
import { readStay } from '#contract/rules/priceSn.ts'
import { useGoodsList, type Goods } from '#data/goods.ts'
import { fetchVacancies } from '#data/goodsSlots.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadingLine } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { CatalogueError } from '../catalogueError.tsx'
import { DataAge } from '../dataAge.tsx'
import { FailureBanner } from '../failureBanner.tsx'
import chips from '../filterChips.module.css'
import { useAnswer } from '../useAnswer.ts'
import { filterGoods } from './filterGoods.ts'
import { BlankCard, GoodsCard } from './goodsCard.tsx'
import { GoodsFilters } from './goodsFilters.tsx'
import styles from './goodsList.module.css'
import { KIND_ICONS, KIND_NAMES } from './goodsNames.ts'
import type { GoodsListSearch } from './goodsSearch.ts'

interface Props {
  /** The `data-screen`: `/hotel`, `/tour`, `/activity`, `/voucher`. */
  address: string
  kind: GoodsKind
  search: GoodsListSearch
  onChange: (search: GoodsListSearch) => void
}

const NOTHING = async () => ({ ok: true as const, data: null })

/** `/hotel`, `/tour`, `/activity` and `/voucher`: the goods of a kind, filtered on the phone. */
export function GoodsListScreen({ address, kind, search, onChange }: Props) {
  const { t, i18n } = useLingui()
  const { status, data, at, reload } = useGoodsList(kind)
  const stay = kind === 'hotel' ? readStay(search.stay) : null
  const vacancies = useAnswer(() => (stay ? fetchVacancies(stay) : NOTHING()), stay ? search.stay : '')
  const failure = stay ? vacancies.failure : null
  const isAsking = stay !== null && vacancies.answer === null && failure === null
  // Without the answer a list would offer hotels that are full. Nights that are not on sale are no such case.
  const hasNoAnswer = failure !== null && failure.code !== 'E_RESERVE_DATE' && vacancies.answer === null
  const deferredSearch = useDeferredValue(search)
  const all = (data?.list ?? []).filter((each): each is Goods => 'kind' in each)
  const rows = hasNoAnswer ? [] : filterGoods(all, deferredSearch, stay ? vacancies.answer : null)
  const count = rows.length
  const isLoading = status === 'loading' || isAsking
  return (
    <main data-screen={address} className={styles.screen} aria-busy={isLoading || deferredSearch !== search}>
      <TopBar title={i18n._(KIND_NAMES[kind])} />
      <nav aria-label={t`Types of offer`} className={styles.tabs}>
        {GOODS_KINDS.map((each) => (
          <Link key={each} to={`/${each}`} className={styles.tab} {...(each === kind && { 'aria-current': 'page' })}>
            <Icon of={KIND_ICONS[each]} size={20} bold={each === kind} />
            {i18n._(KIND_NAMES[each])}
          </Link>
        ))}
      </nav>
      {status === 'failed' ? (
        <CatalogueError title={t`Could not load the list`} onRetry={() => void reload()} />
      ) : (
        <>
          <GoodsFilters kind={kind} all={all} search={search} onChange={onChange} />
          <FailureBanner failure={failure} busy={vacancies.busy} onRetry={hasNoAnswer ? vacancies.reload : undefined} />
          <div className={chips.count}>
            <p role="status">
              {isLoading ? (
                <Trans>Loading offers</Trans>
              ) : (
                !hasNoAnswer && <Plural value={count} one="# offer" other="# offers" />
              )}
            </p>
            {status === 'ready' && <DataAge at={at} />}
          </div>
          <LoadingLine label={t`Loading offers`} active={isLoading} />
          {!isLoading && !hasNoAnswer && count === 0 && <NoOffers kind={kind} onAll={() => onChange({})} />}
          <ul className={styles.cards}>
            {isLoading
              ? [0, 1, 2, 3, 4, 5].map((index) => <BlankCard key={index} />)
              : rows.map((each) => (
                  <GoodsCard key={each.goods.gdsUid} listed={each} stay={stay ? search.stay : undefined} />
                ))}
          </ul>
        </>
      )}
    </main>
  )
}

function NoOffers({ kind, onAll }: { kind: GoodsKind; onAll: () => void }) {
  return (
    <EmptyState
      scene={<Scene name="forest" />}
      title={<Trans>Nothing matches these filters</Trans>}
      text={<Trans>Remove a filter or choose a higher maximum price.</Trans>}
      actions={
        <>
          <Button kind="outline" onClick={onAll}>
            <Trans>Show all offers</Trans>
          </Button>
          {kind !== 'activity' && (
            <LinkButton kind="quiet" to="/activity">
              <Trans>See the activities</Trans>
            </LinkButton>
          )}
          <LinkButton kind="quiet" to="/attractions">
            <Trans>See the attractions</Trans>
          </LinkButton>
        </>
      }
    />
  )
}
