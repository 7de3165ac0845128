import type { Place, PLACE_KINDS } from '#contract/calls/gate.ts'
import type { Locale, Texts } from '#contract/locales.ts'
import type { Database } from '#server/db/connect.ts'
import type { Gate } from '#server/http/serve.ts'
import { placeOf, readSeed } from '#server/modules/catalogue/service.ts'

type Kind = (typeof PLACE_KINDS)[number]

const named = (file: string): ReadonlyMap<string, Texts> =>
  new Map(readSeed<{ items: { id: string; name: Texts }[] }>(file).items.map(({ id, name }) => [id, name]))

/** Partners and exchange desks. */
const LISTS: Partial<Record<Kind, ReadonlyMap<string, Texts>>> = {
  venue: named('venues'),
  receiptplace: named('receiptplaces'),
}

/** A place as a gate shows it; undefined for one that is not there (any more). */
export const findPlace = async (db: Database, kind: Kind, uid: string, locale: Locale): Promise<Place | undefined> => {
  if (kind === 'attraction') {
    const place = await placeOf(db, uid, locale)
    return place && { kind, uid, name: place.name }
  }
  const name = LISTS[kind]?.get(uid)
  return name && { kind, uid, name: name[locale] }
}

/** The place of a gate; one that left the lists keeps its id for a name. */
export const placeOfGate = async (db: Database, { kind, placeUid }: Gate, locale: Locale): Promise<Place> =>
  (await findPlace(db, kind, placeUid, locale)) ?? { kind, uid: placeUid, name: placeUid }

/** The name of a place in one language; its id for one that left the lists. */
export const placeName = async (db: Database, kind: Kind, uid: string, locale: Locale): Promise<string> =>
  (await findPlace(db, kind, uid, locale))?.name ?? uid

/** Which kind of place has this id: attractions first. */
export const searchPlace = async (db: Database, uid: string): Promise<Place | undefined> =>
  (await findPlace(db, 'attraction', uid, 'en')) ??
  (await findPlace(db, 'venue', uid, 'en')) ??
  (await findPlace(db, 'receiptplace', uid, 'en'))
