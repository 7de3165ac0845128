import { QUANTITY_MAX, QUANTITY_MIN } from '#contract/limits.ts'
import { PLAN_DAYS_MAX } from '#contract/rules/passFinder.ts'

/** A plan in the address of `/whichPass`, so that back, reload and a shared link restore it. */
export interface PlanSearch {
  /** Ids of the places, separated by `.`, and the days by `_`: `busan-tower.songdo_skydeck` are two days. */
  places?: string
  people?: number
}

/** A plan by the ids of its places: 1–7 days, each place once, 1–6 people. */
export interface PlanIds {
  days: readonly (readonly string[])[]
  people: number
}

/** Longer addresses are cut: 60 places of ordinary ids fit. */
const PLACES_LENGTH_MAX = 2000

/** Reads the search parameters, and drops invalid ones. */
export const readPlanSearch = ({ places, people }: Record<string, unknown>): PlanSearch => ({
  ...(typeof places === 'string' && /^[\w.:+-]+$/.test(places) && { places: places.slice(0, PLACES_LENGTH_MAX) }),
  ...(Number.isInteger(people) &&
    Number(people) > QUANTITY_MIN &&
    Number(people) <= QUANTITY_MAX && { people: Number(people) }),
})

/**
 * Returns the plan of an address; without places one empty day, without people one person. Reads the parameters itself,
 * because the router keeps the raw value of those that `readPlanSearch` drops.
 */
export const planOf = (search: Record<keyof PlanSearch, unknown> | PlanSearch): PlanIds => {
  const { places = '', people = QUANTITY_MIN } = readPlanSearch({ ...search })
  const visited = new Set<string>()
  const days = places
    .split('_')
    .slice(0, PLAN_DAYS_MAX)
    .map((day) =>
      day.split('.').filter((id) => {
        if (id === '' || visited.has(id)) return false
        visited.add(id)
        return true
      }),
    )
  return { days, people }
}

/** Returns the search parameters of a plan. */
export const planSearch = ({ days, people }: PlanIds): PlanSearch => {
  const places = days.map((day) => day.join('.')).join('_')
  return { ...(places !== '' && { places }), ...(people > QUANTITY_MIN && { people }) }
}
