import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { CURRENCIES, isCurrency, type Currency, type RateTable } from '#contract/rules/currency.ts'
import { koreanDayStart } from '#contract/rules/koreanCalendar.ts'
import { isClean } from '#contract/rules/text.ts'
import { ConfigError } from './settings.ts'

/** The operator's table of currency rates, which `CURRENCY_RATES` names, and the samples of the sandbox. */

/** KRW for one unit; each is also the middle of what is plausible. */
const SAMPLES: Record<Currency, string> = {
  TWD: '45',
  HKD: '180',
  JPY: '9.4',
  CNY: '197',
  USD: '1400',
  EUR: '1620',
  GBP: '1850',
  SGD: '1080',
  THB: '43',
  MYR: '335',
  MOP: '175',
  AUD: '920',
  CAD: '1000',
}
const SAMPLE_DATE = '2026-11-25'
/** Banks quote the yen, among others, for 100 units: such a number is refused, not shown a hundred times too low. */
const PLAUSIBLE_FACTOR = 3

const DECIMALS = 4
const RATE = /^(?<whole>\d{1,5})(?:\.(?<decimals>\d{1,4}))?$/

/** Returns the KRW for 10,000 units of a decimal such as `45.25`, digit by digit; 0 for a text of another form. */
const krwPer10000 = (rate: string): number => {
  const { whole, decimals = '' } = RATE.exec(rate)?.groups ?? {}
  return whole === undefined ? 0 : Number(whole + decimals.padEnd(DECIMALS, '0'))
}

const tableOf = (krwPerUnit: Readonly<Record<string, string>>): RateTable['rates'] =>
  CURRENCIES.flatMap((currency) => {
    const krw = krwPerUnit[currency]
    return krw === undefined ? [] : [{ currency, rate: krwPer10000(krw) }]
  })

const SAMPLE_TABLE: RateTable = { date: SAMPLE_DATE, source: '', sampleYn: 'Y', rates: tableOf(SAMPLES) }

const SOURCE_MAX = 60
const FORM = `be {"date": "2026-11-25", "source": who published them, "krwPerUnit": {"TWD": "45.25", …}}`
const file = z.strictObject({
  date: z.string(),
  source: z.string().check(z.minLength(1), z.maxLength(SOURCE_MAX), z.refine(isClean)),
  krwPerUnit: z.record(z.string(), z.string()),
})

const refuse = (path: string, what: string): never => {
  throw new ConfigError(`CURRENCY_RATES: ${path} ${what}.`)
}

const readJson = (path: string): unknown => {
  let text = ''
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    refuse(path, 'cannot be read')
  }
  try {
    return JSON.parse(text)
  } catch {
    return refuse(path, 'is not JSON')
  }
}

const checkDate = (path: string, date: string, now: number): void => {
  if (!z.safeParse(z.iso.date(), date).success) refuse(path, `must have a date such as 2026-11-25, not "${date}"`)
  if (koreanDayStart(date) > now) refuse(path, `must not have a date in the future, ${date}`)
}

const checkRate = (path: string, currency: string, rate: string): void => {
  if (!isCurrency(currency)) return refuse(path, `must name only ${CURRENCIES.join(', ')}, not "${currency}"`)
  const value = krwPer10000(rate)
  if (value === 0)
    return refuse(path, `must give ${currency} as a positive decimal with at most 4 decimals, not "${rate}"`)
  const middle = krwPer10000(SAMPLES[currency])
  if (value * PLAUSIBLE_FACTOR < middle || value > middle * PLAUSIBLE_FACTOR)
    refuse(path, `must give the KRW for one ${currency}, about ${SAMPLES[currency]}, not "${rate}"`)
}

/**
 * Reads and validates the operator's rates. `path`: the JSON file, or undefined: the samples where no money moves, else
 * none. `now`: ms. Throws `ConfigError` with one sentence.
 */
export const readCurrencyRates = (
  path: string | undefined,
  { now, movesMoney }: { now: number; movesMoney: boolean },
): RateTable | null => {
  if (path === undefined) return movesMoney ? null : SAMPLE_TABLE
  const parsed = z.safeParse(file, readJson(path))
  if (!parsed.success) return refuse(path, `must ${FORM}`)
  const { date, source, krwPerUnit } = parsed.data
  checkDate(path, date, now)
  for (const [currency, rate] of Object.entries(krwPerUnit)) checkRate(path, currency, rate)
  return { date, source, sampleYn: 'N', rates: tableOf(krwPerUnit) }
}
