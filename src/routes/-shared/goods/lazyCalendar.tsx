import { Skeleton } from '#ui/skeleton.tsx'
import { lazyPart } from '../lazyPart.tsx'

/** Renders a placeholder of a calendar, in its size. */
export const CalendarBlank = () => <Skeleton height="22rem" radius="var(--radius-card)" />

/** Lazy `Calendar`, with the library that draws it. */
export const Calendar = lazyPart(async () => (await import('./calendar.tsx')).Calendar, CalendarBlank)
