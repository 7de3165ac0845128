import type { Place, PLACE_KINDS } from '#contract/calls/gate.ts'
import type { Locale, Texts } from '#contract/locales.ts'
import type { Database } from '#server/db/connect.ts'
import type { Gate } from '#server/http/serve.ts'
import { placeOf, readSeed } from '#server/modules/catalogue/service.ts'

type Kind = (typeof PLACE_KINDS)[number]

const named = (file: string): ReadonlyMap<string, Texts> =>
  new Map(readSeed<{ items: { id: string; name: Texts }[] }>(file).items.map(({ id, name }) => [id, name]))

/** Names of partners and exchange desks, from the seed. */
const LISTS: Partial<Record<Kind, ReadonlyMap<string, Texts>>> = {
  venue: named('venues'),
  receiptplace: named('receiptplaces'),
}

/** Finds a place as a gate shows it; undefined for an unknown or removed one. */
const findPlace = async (db: Database, kind: Kind, uid: string, locale: Locale): Promise<Place | undefined> => {
  if (kind === 'attraction') {
    const place = await placeOf(db, uid, locale)
    return place && { kind, uid, name: place.name }
  }
  const name = LISTS[kind]?.get(uid)
  return name && { kind, uid, name: name[locale] }
}

/** Returns the place of a gate; the name of a removed place is its id. */
export const placeOfGate = async (db: Database, { kind, placeUid }: Gate, locale: Locale): Promise<Place> =>
  (await findPlace(db, kind, placeUid, locale)) ?? { kind, uid: placeUid, name: placeUid }

/** Returns the name of a place in one language, or the id of a removed place. */
export const placeName = async (db: Database, kind: Kind, uid: string, locale: Locale): Promise<string> =>
  (await findPlace(db, kind, uid, locale))?.name ?? uid

/**
 * Finds a place of any kind by its id: attractions first, then partners, then exchange desks; undefined for an unknown
 * id.
 */
export const searchPlace = async (db: Database, uid: string): Promise<Place | undefined> =>
  (await findPlace(db, 'attraction', uid, 'en')) ??
  (await findPlace(db, 'venue', uid, 'en')) ??
  (await findPlace(db, 'receiptplace', uid, 'en'))
