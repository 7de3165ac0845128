import type { PlanIds } from '../../-shared/planSearch.ts'

/** Changes of a plan. Each returns a new plan. */

type Days = PlanIds['days']

/** As many places as fit between breakfast and dinner; a 24H is compared by the same number (decision 0136). */
const PLACES_A_DAY = 3

const shortestDay = (days: Days): number =>
  days.reduce((best, day, index) => (day.length < (days[best]?.length ?? 0) ? index : best), 0)

/** Adds a place to the first day that has room, else to the day with the fewest places. */
const addPlace = (days: Days, id: string): Days => {
  if (days.some((day) => day.includes(id))) return days
  const withRoom = days.findIndex((day) => day.length < PLACES_A_DAY)
  const target = withRoom === -1 ? shortestDay(days) : withRoom
  return days.map((day, index) => (index === target ? [...day, id] : day))
}

/** Adds places that the plan does not have yet. */
export const addPlaces = (plan: PlanIds, ids: readonly string[]): PlanIds => ({
  ...plan,
  days: ids.reduce<Days>(addPlace, plan.days),
})

/** Removes a place from the day that has it; no-op for a place that the plan does not have. */
export const removePlace = (plan: PlanIds, id: string): PlanIds => ({
  ...plan,
  days: plan.days.map((day) => day.filter((each) => each !== id)),
})

/** Moves a place to the end of a day; `dayIndex` counts from 0. */
export const movePlace = (plan: PlanIds, id: string, dayIndex: number): PlanIds => {
  const { days } = removePlace(plan, id)
  return { ...plan, days: days.map((day, index) => (index === dayIndex ? [...day, id] : day)) }
}

/** Sets the number of days. Places of days that are dropped move to the last day. */
export const setDayCount = (plan: PlanIds, count: number): PlanIds => {
  const { days } = plan
  const rest = days.slice(count).flat()
  return {
    ...plan,
    days: Array.from({ length: count }, (_, index) => [...(days[index] ?? []), ...(index === count - 1 ? rest : [])]),
  }
}
