import type { Data } from '#contract/calls/call.ts'
import type { Hours } from '#contract/calls/fields.ts'
import type { directions as directionsCall, liveChat as liveChatCall } from '#contract/calls/stickyArea.ts'
import type { Locale, Texts } from '#contract/locales.ts'
import { METRO, readSeed } from '#server/modules/catalogue/service.ts'

/** Directions and support. */

type Directions = Data<typeof directionsCall>
type Way = Directions['arriving'][number]
interface WayDoc extends Pick<Way, 'id' | 'mode' | 'minutes'> {
  fareKrw: number | null
  title: Texts
  body: Texts
}

const WAYS = readSeed<{ arriving: WayDoc[]; around: WayDoc[] }>('directions')
const SUPPORT = readSeed<{ hours: Hours; text: Texts }>('support')

const present = ({ id, mode, minutes, fareKrw, title, body }: WayDoc, locale: Locale): Way => ({
  id,
  mode,
  title: title[locale],
  body: body[locale],
  minutes,
  fare: fareKrw,
})

/** Returns how to reach Busan and get around in it, with the metro's lines. */
export const directions = (locale: Locale): Directions => ({
  arriving: WAYS.arriving.map((way) => present(way, locale)),
  around: WAYS.around.map((way) => present(way, locale)),
  lines: METRO.map(({ id, name, color, stations }) => ({
    id,
    name: name[locale],
    color,
    stations: stations.map((station) => ({
      id: station.id,
      name: station.name[locale],
      lat: station.lat,
      lon: station.lon,
      transfers: station.transfers,
    })),
  })),
})

/** Returns the chat channel. `url`: the operator's chat page; without one the channel is the inquiry form. */
export const liveChat = (locale: Locale, url: string | null): Data<typeof liveChatCall> => ({
  channel: url === null ? { kind: 'inquiry', url: null } : { kind: 'link', url },
  hours: SUPPORT.hours,
  holidays: 'closed',
  text: SUPPORT.text[locale],
})
