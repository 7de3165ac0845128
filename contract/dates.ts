/** Date and time formats of the app, mails, pushes and news: the same everywhere, 24 h, Gregorian, Latin digits. */

/** Time zone of gates and opening hours. */
export const KOREA = 'Asia/Seoul'

/** `day`: 18 March 2026. `short`: 18 Mar. `long`: 18 March 2026 at 09:00, for an exact instant. */
export type DateStyle = 'day' | 'short' | 'long'

export const DATE: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  short: { day: 'numeric', month: 'short' },
  long: { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
}
export const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
/** Without these options `Intl` takes the calendar and digits of the device's locale. */
export const CALENDAR = { calendar: 'gregory', numberingSystem: 'latn' } satisfies Intl.DateTimeFormatOptions
