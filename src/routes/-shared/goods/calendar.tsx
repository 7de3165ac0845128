import { useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { createContext, useContext } from 'react'
import { DayButton, DayPicker, type ClassNames, type DayButtonProps } from 'react-day-picker'
import { KOREA } from '#contract/dates.ts'
import { RESERVE_AHEAD_DAYS } from '#contract/limits.ts'
import { BCP47 } from '#contract/locales.ts'
import { koreanDate, koreanDayStart } from '#contract/rules/koreanCalendar.ts'
import type { Slot } from '#contract/rules/goodsChoice.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { useFormat } from '#i18n/format.ts'
import { useLocale } from '#i18n/useLocale.ts'
import { Icon } from '#ui/icon.tsx'
import { useHasRoomForMonths } from '#ui/useMedia.ts'
import styles from './calendar.module.css'

export interface CalendarProps {
  label: string
  /** Two days are chosen: arrival and departure. */
  isRange: boolean
  /** Shows one month also where there is room for two. */
  isSingleMonth?: boolean
  /** Availability by Korean date; a date without an entry is not on sale. */
  tiers: ReadonlyMap<string, Slot['state']>
  /** Price of one unit by Korean date, KRW; missing or empty: days show none. */
  prices?: ReadonlyMap<string, number>
  /** The chosen Korean date; the first one of a range. */
  date: string | null
  /** The last date of a range. */
  departure: string | null
  /** While the departure is to be chosen: the last date that it can be. */
  lastDate: string | null
  onPress: (date: string) => void
}

const CLASSES: Partial<ClassNames> = {
  root: styles.root ?? '',
  months: styles.months ?? '',
  month: styles.month ?? '',
  nav: styles.nav ?? '',
  button_previous: styles.step ?? '',
  button_next: styles.step ?? '',
  month_caption: styles.caption ?? '',
  month_grid: styles.grid ?? '',
  weekday: styles.weekday ?? '',
  day: styles.day ?? '',
  day_button: styles.button ?? '',
  today: styles.today ?? '',
  selected: styles.selected ?? '',
  range_start: styles.start ?? '',
  range_middle: styles.middle ?? '',
  range_end: styles.end ?? '',
  disabled: styles.disabled ?? '',
  outside: styles.outside ?? '',
  hidden: styles.hidden ?? '',
}

/** Prices of days are written in thousands of won, so that they fit below the day of a small phone. */
const THOUSAND = 1_000
const NO_PRICES: ReadonlyMap<string, number> = new Map()

const toDate = (date: string): Date => new Date(koreanDayStart(date))
const toText = (date: Date): string => koreanDate(date.getTime())

/** In these languages a week begins with Sunday on the calendars that visitors know. */
const SUNDAY_FIRST = new Set(['ko', 'jp', 'cht'])

/** Returns the price to write below a day, if any. */
const DayCost = createContext<(day: Date) => string | undefined>(() => undefined)

/** Renders the button of a day with its price, drawn by the style sheet: the button's name says the price in full. */
function PricedDay({ children, ...button }: DayButtonProps) {
  const cost = useContext(DayCost)(button.day.date)
  return (
    <DayButton {...button}>
      {children}
      {cost !== undefined && <span className={styles.cost} data-cost={cost} aria-hidden />}
    </DayButton>
  )
}

/**
 * Renders a month of days, two where there is room, in Korean time whatever the phone's zone is. A day says in its name
 * whether it is sold out or has few left, and what it costs where prices differ.
 */
export function Calendar({
  label,
  isRange,
  isSingleMonth = false,
  tiers,
  prices = NO_PRICES,
  date,
  departure,
  lastDate,
  onPress,
}: CalendarProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const { price } = useFormat()
  const now = useNow(HOUR_MS)
  const hasRoom = useHasRoomForMonths()
  const dateText = new Intl.DateTimeFormat(BCP47[locale], { dateStyle: 'full', timeZone: KOREA })
  const monthText = new Intl.DateTimeFormat(BCP47[locale], { month: 'long', year: 'numeric', timeZone: KOREA })
  const short = new Intl.NumberFormat(BCP47[locale], { maximumFractionDigits: 1 })
  const weekdayText = (style: 'short' | 'long') =>
    new Intl.DateTimeFormat(BCP47[locale], { weekday: style, timeZone: KOREA })
  const tierOf = (day: Date) => tiers.get(toText(day))
  const isLeaving = isRange && date !== null && lastDate !== null
  const isBeyond = (day: Date) => isLeaving && toText(day) > (lastDate ?? '')
  const mayLeave = (day: Date) => isLeaving && toText(day) > (date ?? '') && !isBeyond(day)
  const isClosed = (day: Date) => tierOf(day) === 'closed'
  const mayPress = (day: Date) => mayLeave(day) || (!isBeyond(day) && tierOf(day) !== undefined && !isClosed(day))
  const nameOf = (day: Date): string => {
    const name = dateText.format(day)
    if (mayLeave(day)) return name
    if (isClosed(day)) return t`${name}, sold out`
    if (isBeyond(day)) {
      const latest = dateText.format(toDate(lastDate ?? ''))
      return t`${name}, not available: your stay must end by ${latest}`
    }
    const scarce = tierOf(day) === 'step1' ? t`${name}, few left` : name
    const cost = prices.get(toText(day))
    if (cost === undefined) return scarce
    const amount = price(cost)
    return t`${scarce}, ${amount}`
  }
  const shared = {
    classNames: CLASSES,
    'aria-label': label,
    timeZone: KOREA,
    today: new Date(now),
    startMonth: new Date(now),
    endMonth: new Date(now + RESERVE_AHEAD_DAYS * DAY_MS),
    defaultMonth: date === null ? new Date(now) : toDate(date),
    numberOfMonths: hasRoom && !isSingleMonth ? 2 : 1,
    weekStartsOn: SUNDAY_FIRST.has(locale) ? (0 as const) : (1 as const),
    disabled: (day: Date) => !mayPress(day),
    modifiers: {
      soldOut: isClosed,
      few: (day: Date) => tierOf(day) === 'step1' && mayPress(day),
    },
    modifiersClassNames: { soldOut: styles.soldOut ?? '', few: styles.few ?? '' },
    formatters: {
      formatCaption: (month: Date) => monthText.format(month),
      formatWeekdayName: (day: Date) => weekdayText('short').format(day),
    },
    labels: {
      labelNav: () => label,
      labelGrid: (month: Date) => monthText.format(month),
      labelWeekday: (day: Date) => weekdayText('long').format(day),
      labelDayButton: nameOf,
      labelGridcell: nameOf,
      labelPrevious: () => t`Previous month`,
      labelNext: () => t`Next month`,
    },
    components: {
      DayButton: PricedDay,
      Chevron: ({ orientation }: { orientation?: string }) => (
        <Icon of={orientation === 'left' ? ChevronLeft : ChevronRight} size={24} />
      ),
    },
    onDayClick: (day: Date) => mayPress(day) && onPress(toText(day)),
  }
  const costOf = (day: Date): string | undefined => {
    const cost = prices.get(toText(day))
    return cost === undefined ? undefined : short.format(cost / THOUSAND)
  }
  return (
    <DayCost value={costOf}>
      <div className={styles.box}>
        {isRange ? (
          <DayPicker
            mode="range"
            {...shared}
            selected={
              date === null ? undefined : { from: toDate(date), to: departure === null ? undefined : toDate(departure) }
            }
            onSelect={ignore}
          />
        ) : (
          <DayPicker mode="single" {...shared} selected={date === null ? undefined : toDate(date)} onSelect={ignore} />
        )}
        <p className={styles.key} aria-hidden>
          <span className={styles.keyFew}>{t`Few left`}</span>
          <span>
            <s>31</s> {t`Sold out`}
          </span>
          {prices.size > 0 && <span>{t`Prices in thousands of won`}</span>}
        </p>
      </div>
    </DayCost>
  )
}

/** `onDayClick` decides what is chosen. */
const ignore = (): void => undefined
