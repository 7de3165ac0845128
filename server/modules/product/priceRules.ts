import type { GoodsKind } from '#contract/codes.ts'
import {
  addPercent,
  overlappingSeasons,
  PERCENT_MAX,
  PERCENT_MIN,
  seasonPrice,
  type PriceRules,
  type Season,
} from '#contract/rules/dayPrice.ts'
import { koreanDayStart } from '#contract/rules/koreanCalendar.ts'
import { CommandRefused } from '#server/http/command.ts'

/** Prices of weekends and seasons of an option, as an operator types them. */

const NONE = 'none'
const SEASONS_MAX = 50
const PLAIN: PriceRules = { weekendPercent: null, seasons: [] }

const isDate = (text: string): boolean => !Number.isNaN(koreanDayStart(text))

const percentOf = (field: string, value: string): number => {
  const percent = Number(value.replace(/%$/, ''))
  if (!/^[+-]?\d{1,3}%?$/.test(value) || percent < PERCENT_MIN || percent > PERCENT_MAX)
    throw new CommandRefused(
      'E_INPUT',
      `${field} must be a whole percentage from ${PERCENT_MIN} to ${PERCENT_MAX}, not "${value}".`,
    )
  return percent
}

const readWeekend = (value: string): number | null => (value === NONE ? null : percentOf('weekend', value))

const SEASON_FORM = 'season must be <from> <until> <percent>%|<±won>won|none, such as 2026-12-24 2027-01-01 30%'

/** Reads `<from> <until> <change>`; a change of `none` removes the season. */
const readSeason = (value: string, price: number): { season: Season; isRemoved: boolean } => {
  const [from = '', until = '', change = '', ...rest] = value.split(/\s+/)
  if (!isDate(from) || !isDate(until) || change === '' || rest.length > 0)
    throw new CommandRefused('E_INPUT', `${SEASON_FORM}, not "${value}".`)
  if (until < from) throw new CommandRefused('E_INPUT', `The season ends (${until}) before it begins (${from}).`)
  if (change === NONE) return { season: { from, until }, isRemoved: true }
  const won = /^([+-]?\d{1,8})won$/.exec(change)?.[1]
  if (won === undefined && !change.endsWith('%')) throw new CommandRefused('E_INPUT', `${SEASON_FORM}, not "${value}".`)
  const season =
    won === undefined ? { from, until, percent: percentOf('season', change) } : { from, until, amountKrw: Number(won) }
  const dayPrice = seasonPrice(price, season)
  if (dayPrice < 1) throw new CommandRefused('E_INPUT', `A day of this season would cost ${dayPrice} won.`)
  return { season, isRemoved: false }
}

const seasonText = ({ from, until, percent, amountKrw }: Season): string =>
  `${from} ${until} ${percent === undefined ? `${amountKrw ?? 0}won` : `${percent}%`}`

/** Formats the seasons for the terminal and the log; null without any. */
export const seasonsText = (seasons: readonly Season[]): string | null =>
  seasons.length === 0 ? null : seasons.map(seasonText).join(', ')

const changeSeasons = (seasons: readonly Season[], value: string, price: number): Season[] => {
  const { season, isRemoved } = readSeason(value, price)
  const remaining = seasons.filter(({ from, until }) => from !== season.from || until !== season.until)
  if (isRemoved) {
    if (remaining.length === seasons.length)
      throw new CommandRefused('E_INPUT', `There is no season from ${season.from} until ${season.until}.`)
    return remaining
  }
  const changed = [...remaining, season].toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const overlap = overlappingSeasons(changed)
  if (overlap) throw new CommandRefused('E_INPUT', `Two seasons share a day: ${overlap.map(seasonText).join(' and ')}.`)
  if (changed.length > SEASONS_MAX) throw new CommandRefused('E_INPUT', `An option has ${SEASONS_MAX} seasons at most.`)
  return changed
}

/** Throws `CommandRefused` when a weekend would cost less than one won at this plain price. */
const requireWeekendPrice = (price: number, percent: number | null): void => {
  if (percent !== null && addPercent(price, percent) < 1)
    throw new CommandRefused('E_INPUT', `A weekend would cost 0 won, with ${percent}%.`)
}

/**
 * Throws `CommandRefused` when a weekend, or a day from `today` on (a Korean date) in a season, would cost less than one
 * won at a new plain price: an order of 0 won is paid without the gateway.
 */
export const requireDayPrices = (price: number, rules: PriceRules | undefined, today: string): void => {
  for (const season of rules?.seasons ?? []) {
    const dayPrice = seasonPrice(price, season)
    if (season.until >= today && dayPrice < 1)
      throw new CommandRefused('E_INPUT', `A day of the season ${seasonText(season)} would cost ${dayPrice} won.`)
  }
  requireWeekendPrice(price, rules?.weekendPercent ?? null)
}

/**
 * Returns the rules of an option after `weekend` (`20%`, `none`) or `season` (`2026-12-24 2027-01-01 30%`) was set, with
 * the values before and after for the log. The same days replace a season. Only the rule that is set is checked, so that
 * faulty ones can be replaced one by one. Throws `CommandRefused` for a text of another form, days that another season
 * has, a price below one won, and for vouchers, which have no day.
 */
export const changePriceRules = (
  { kind, price, rules = PLAIN }: { kind: GoodsKind; price: number; rules?: PriceRules | undefined },
  field: 'weekend' | 'season',
  value: string,
): { rules: PriceRules; before: number | string | null; after: number | string | null } => {
  if (kind === 'voucher') throw new CommandRefused('E_INPUT', `${field} is not set for vouchers: they have no day.`)
  if (field === 'weekend') {
    const weekendPercent = readWeekend(value)
    requireWeekendPrice(price, weekendPercent)
    return { rules: { ...rules, weekendPercent }, before: rules.weekendPercent, after: weekendPercent }
  }
  const seasons = changeSeasons(rules.seasons, value, price)
  return { rules: { ...rules, seasons }, before: seasonsText(rules.seasons), after: seasonsText(seasons) }
}
