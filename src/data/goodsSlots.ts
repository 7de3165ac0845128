import type { Api } from '#api/client.ts'
import type { Answer } from '#api/failure.ts'
import type { Data } from '#contract/calls/call.ts'
import { availability, vacancy } from '#contract/calls/reserve.ts'
import { addDays, koreanDate } from '#contract/rules/koreanCalendar.ts'
import type { Slot } from '#contract/rules/goodsChoice.ts'
import type { Stay } from '#contract/rules/priceSn.ts'
import { outcome, type Outcome } from './outcome.ts'
import { withRuntime } from './withRuntime.ts'

/**
 * What is left of goods. It needs the server and is not mirrored. To a member, what they hold without an order is left
 * too.
 */

/** Requests what everybody may know as the member; once the session turns out to be over, as a guest. */
const callAsAnyone = async <C extends typeof availability | typeof vacancy>(
  api: Api,
  entry: C,
  input: Parameters<typeof api.call<C>>[1],
): Promise<Answer<Data<C>>> => {
  const answer = await api.call(entry, input)
  return answer.ok || answer.failure.kind !== 'auth' ? answer : api.call(entry, input, { owner: null })
}

/** Days that one answer about availability covers; on sale are twice as many (`RESERVE_AHEAD_DAYS`). */
const WINDOW_DAYS = 92

/** Resolves with all nights or departures of an option that are on sale, or its voucher, in the order of their time. */
export const fetchSlots = (gdsDtlUid: string): Promise<Outcome<Slot[]>> =>
  withRuntime(async ({ api, clock }) => {
    const today = koreanDate(clock.now())
    const answers = await Promise.all(
      [today, addDays(today, WINDOW_DAYS)].map((startDate) =>
        callAsAnyone(api, availability, { query: { goodsDtlId: gdsDtlUid, startDate } }),
      ),
    )
    const slots = new Map<string, Slot>()
    for (const answer of answers) {
      if (!answer.ok) return outcome(answer)
      for (const slot of answer.data.list) slots.set(slot.priceSn, slot)
    }
    return { ok: true, data: [...slots.values()] }
  })

export type Vacancies = Data<typeof vacancy>['list']

/** Resolves with the hotels that have a room for a stay. `E_RESERVE_DATE`: these days are not on sale. */
export const fetchVacancies = ({ arrival, departure }: Stay): Promise<Outcome<Vacancies>> =>
  withRuntime(async ({ api }) => {
    const answer = await callAsAnyone(api, vacancy, { query: { startDate: arrival, endDate: departure } })
    return answer.ok ? { ok: true, data: answer.data.list } : outcome(answer)
  })
