import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { Scene } from '#art/scene.tsx'
import { promotionDaysLeft } from '#contract/rules/promotion.ts'
import { search as find, searchable } from '#contract/rules/search.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { usePromotions, type Promotion } from '#data/promotions.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Segments } from '#ui/segments.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import { LoadError } from '../../-shared/loadError.tsx'
import screen from '../../-shared/screen.module.css'
import { SearchField } from '../../-shared/searchField.tsx'
import { useTitle } from '../../-shared/title.ts'
import { Period, PromotionTags, useSceneOf } from '../../-shared/promotion/promotionState.tsx'
import styles from './promotion.module.css'

export interface PromotionsSearch {
  q?: string
  /** `ended`; any other text means those in progress. */
  state?: string
}

interface Props {
  search: PromotionsSearch
  onChange: (search: PromotionsSearch, entry: 'replace' | 'push') => void
}

/** Renders `/promotion`: promotions in progress or ended by the date in Korea, searched on the phone. */
export function PromotionsScreen({ search, onChange }: Props) {
  const { t } = useLingui()
  const { status, data, at, failure, reload } = usePromotions()
  const now = useNow(MINUTE_MS)
  useTitle(t`Promotions`)
  const { q = '', state } = useDeferredValue(search)
  const isEnded = state === 'ended'
  const inState = (data?.list ?? []).filter((promotion) => (promotionDaysLeft(promotion, now) === 0) === isEnded)
  const matches = find(q, inState, ({ title }) => searchable([title], []))
  return (
    <main data-screen="/promotion" className={styles.screen}>
      <TopBar title={<Trans>Promotions</Trans>} back="/home" />
      <div className={styles.filters}>
        <SearchField
          label={t`Search promotions`}
          placeholder={t`Coupon, summer`}
          word={search.q ?? ''}
          onWord={(word) => onChange({ ...(state && { state }), ...(word && { q: word }) }, 'replace')}
        />
        <Segments
          label={t`Status`}
          value={isEnded ? 'ended' : 'current'}
          options={[
            { value: 'current', label: <Trans>Ongoing</Trans> },
            { value: 'ended', label: <Trans>Ended</Trans> },
          ]}
          onChange={(next) => onChange({ ...(next === 'ended' && { state: next }), ...(q && { q }) }, 'replace')}
        />
      </div>
      {status === 'failed' ? (
        <LoadError
          scene="market"
          title={<Trans>Could not load the promotions</Trans>}
          failure={failure}
          onRetry={() => void reload()}
        />
      ) : !data ? (
        <>
          <LoadingLine label={t`Loading the promotions`} />
          <div className={styles.cards}>
            {['a', 'b', 'c'].map((key) => (
              <Skeleton key={key} height="16rem" radius="var(--radius-card)" />
            ))}
          </div>
        </>
      ) : (
        <>
          <p role="status" className={q.trim() === '' ? 'visually-hidden' : screen.second}>
            <Plural value={matches.length} one="# promotion" other="# promotions" />
          </p>
          {matches.length === 0 ? (
            <Nothing isSearch={q.trim() !== ''} isEnded={isEnded} onAll={() => onChange({}, 'push')} />
          ) : (
            <ul className={styles.cards}>
              {matches.map((promotion) => (
                <li key={promotion.id}>
                  <Card promotion={promotion} />
                </li>
              ))}
            </ul>
          )}
          <p className={screen.second}>
            <DataAge at={at} />
          </p>
        </>
      )}
    </main>
  )
}

function Nothing({ isSearch, isEnded, onAll }: { isSearch: boolean; isEnded: boolean; onAll: () => void }) {
  if (isSearch)
    return (
      <EmptyState
        scene={<Scene name="forest" />}
        title={<Trans>No results</Trans>}
        text={<Trans>Try another word.</Trans>}
        actions={
          <Button kind="outline" full onClick={onAll}>
            <Trans>Show all promotions</Trans>
          </Button>
        }
      />
    )
  return (
    <EmptyState
      scene={<Scene name="market" />}
      title={isEnded ? <Trans>No promotions have ended yet</Trans> : <Trans>No promotions at the moment</Trans>}
      text={<Trans>New promotions appear on this page. You can buy passes all year round.</Trans>}
      actions={
        <LinkButton to="/pass" full>
          <Trans>See the passes</Trans>
        </LinkButton>
      }
    />
  )
}

function Card({ promotion }: { promotion: Promotion }) {
  const sceneOf = useSceneOf()
  return (
    <Link to="/promotion/$detail" params={{ detail: promotion.id }} className={styles.card}>
      <Scene name={sceneOf(promotion)} place={promotion.gdsUid ?? undefined} crop={[0, 40, 400, 200]} />
      <span className={styles.words}>
        <PromotionTags promotion={promotion} />
        <b>{promotion.title}</b>
        <Period promotion={promotion} />
      </span>
    </Link>
  )
}
