/** How dates and times are written in the app, mails, pushes and news: one form everywhere, 24 h, Gregorian, Latin digits. */

/** Gates and opening hours run on this zone. */
export const KOREA = 'Asia/Seoul'

/** `day` 18 March 2026 · `short` 18 Mar · `long` 18 March 2026 at 09:00 (an exact instant). */
export type DateStyle = 'day' | 'short' | 'long'

export const DATE: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  short: { day: 'numeric', month: 'short' },
  long: { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
}
export const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
/** Without these a machine's own calendar and digits show through. */
export const CALENDAR = { calendar: 'gregory', numberingSystem: 'latn' } satisfies Intl.DateTimeFormatOptions
