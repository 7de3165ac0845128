import type { Reservation } from '#data/reserve.ts'
import { calendarEvent } from '../calendarEvent.ts'
import { saveFile } from '../saveFile.ts'

/** Lets the browser save a calendar file with the time of a reservation; `now` in ms, `url`: where it is shown. */
export const saveReservationEvent = (reservation: Reservation, now: number, url: string): void => {
  const { rsvtUid, rsvtNumber, goodsNm, optionNm, startsAt, endsAt } = reservation
  const event = { uid: rsvtUid, startsAt, endsAt, title: goodsNm, place: `${goodsNm}, ${optionNm}, ${rsvtNumber}`, url }
  saveFile(new Blob([calendarEvent(event, now)], { type: 'text/calendar' }), `harbor-pass-${rsvtNumber}.ics`)
}
