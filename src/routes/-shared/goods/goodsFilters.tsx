import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import type { GoodsKind } from '#contract/codes.ts'
import { koreanDayStart } from '#contract/rules/koreanCalendar.ts'
import { readStay } from '#contract/rules/priceSn.ts'
import type { Goods } from '#data/goods.ts'
import { useFormat } from '#i18n/format.ts'
import { FilterChip } from '#ui/filterChip.tsx'
import { Select } from '#ui/textArea.tsx'
import { DistrictSelect } from '../districtSelect.tsx'
import chips from '../filterChips.module.css'
import styles from './goodsList.module.css'
import { useCategoryName } from './goodsNames.ts'
import { PRICE_LIMITS, type GoodsListSearch, type GoodsSort } from './goodsSearch.ts'
import { StayDialog } from './stayDialog.tsx'

interface Props {
  kind: GoodsKind
  /** All goods of the kind: their categories and districts are the filters. */
  all: readonly Goods[]
  search: GoodsListSearch
  onChange: (search: GoodsListSearch) => void
}

const unique = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value): value is string => value !== null)),
]

/** Renders the filters of a list of goods: category, nights, district, highest price, and the order. */
export function GoodsFilters({ kind, all, search, onChange }: Props) {
  const { t } = useLingui()
  const { price, date } = useFormat()
  const [isChoosing, setChoosing] = useState(false)
  const categoryName = useCategoryName()
  const { goodsCategory, district, upTo, sort } = search
  const stay = readStay(search.stay)
  const categories = unique(all.map(({ gdsCategoryCd }) => gdsCategoryCd)).toSorted((a, b) =>
    kind === 'hotel' ? b.localeCompare(a) : 0,
  )
  const districts = new Map(all.flatMap((each) => (each.districtCd === null ? [] : [[each.districtCd, each.district]])))
  const change = (next: { [Name in keyof GoodsListSearch]?: GoodsListSearch[Name] | undefined }): void => {
    const merged = { ...search, ...next }
    onChange(Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined)) as GoodsListSearch)
  }
  const day = (value: string) => date(koreanDayStart(value), 'short')
  const arrival = stay ? day(stay.arrival) : ''
  const departure = stay ? day(stay.departure) : ''
  return (
    <>
      <div role="group" aria-label={t`Filters`} className={chips.chips}>
        {kind === 'hotel' && (
          <FilterChip
            selected={stay !== null}
            icon={CalendarDays}
            aria-haspopup="dialog"
            onClick={() => setChoosing(true)}
          >
            {stay ? (
              <>
                {arrival} – {departure}
              </>
            ) : (
              <Trans>Dates</Trans>
            )}
          </FilterChip>
        )}
        {categories.map((each) => (
          <FilterChip
            key={each}
            selected={goodsCategory === each}
            onClick={() => change({ goodsCategory: goodsCategory === each ? undefined : each })}
          >
            {categoryName(each)}
          </FilterChip>
        ))}
      </div>
      <div className={styles.selects}>
        {districts.size > 0 && (
          <DistrictSelect districts={districts} value={district} onChange={(next) => change({ district: next })} />
        )}
        <Select
          aria-label={t`Maximum price`}
          value={upTo ?? ''}
          onChange={({ target }) => change({ upTo: Number(target.value) || undefined })}
        >
          <option value="">{t`Any price`}</option>
          {PRICE_LIMITS[kind].map((limit) => (
            <PriceOption key={limit} limit={limit} text={price(limit)} />
          ))}
        </Select>
        <Select
          aria-label={t`Sort by`}
          value={sort ?? 'recommended'}
          onChange={({ target }) => {
            const order = target.value as GoodsSort
            change({ sort: order === 'recommended' ? undefined : order })
          }}
        >
          <option value="recommended">{t`Recommended`}</option>
          <option value="cheapest">{t`Lowest price first`}</option>
          <option value="dearest">{t`Highest price first`}</option>
        </Select>
      </div>
      <StayDialog
        open={isChoosing}
        onClose={() => setChoosing(false)}
        stay={search.stay}
        onStay={(next) => {
          setChoosing(false)
          change({ stay: next })
        }}
      />
    </>
  )
}

function PriceOption({ limit, text }: { limit: number; text: string }) {
  const { t } = useLingui()
  return <option value={limit}>{t`up to ${text}`}</option>
}
