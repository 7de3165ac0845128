import { afterAll, afterEach, beforeAll } from 'vitest'
import { endUnpaid } from '#server/modules/booking/service.ts'
import { openRace } from '../harness/race.ts'
import { openReservationShop, type ReservationShop } from './reservationShop.ts'

/**
 * Opens a shop with reservations on PostgreSQL for the races of the `describe` that calls it; the embedded database has
 * one connection and shows no race. `inn` works once tests run; after each test the removed guards are restored.
 */
export const raceReservations = () => {
  const race = openRace()
  let opened: ReservationShop | undefined
  beforeAll(async () => {
    opened = await openReservationShop({ engine: 'postgres' })
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await opened?.close()
  })
  const inn = (): ReservationShop => {
    if (!opened) throw new Error('The shop is not open yet.')
    return opened
  }
  return {
    race,
    inn,
    url: (): string => inn().deps.config.databaseUrl ?? '',
    /** Returns the statement that locks the row of a reservation. */
    rowOf: (rsvtUid: string) => ({
      text: 'select 1 from reservation where rsvt_uid = $1 for update',
      values: [rsvtUid],
    }),
    /** Ends an unpaid hold, as its job does; `late` when it is paid or over. */
    lapse: (rsvtUid: string): Promise<'ended' | 'late'> =>
      inn().deps.db.transaction(async (tx) =>
        (await endUnpaid(tx, rsvtUid, 'hold', inn().clock())) ? 'ended' : 'late',
      ),
  }
}
