import type { TravelCategory } from '../codes.ts'
import type { Scene } from './scene.ts'

/** The picture of a district: what it is known for. */
const DISTRICT_SCENES: Readonly<Record<string, Scene>> = {
  haeundae: 'beachtrain',
  suyeong: 'gwangan',
  yeongdo: 'harbour',
  nam: 'yacht',
  dong: 'harbour',
  seo: 'cablecar',
  jung: 'tower',
  saha: 'surf',
  gijang: 'temple',
  geumjeong: 'temple',
  dongnae: 'hotspring',
  busanjin: 'museum',
}
const MARKET: readonly TravelCategory[] = ['food', 'foodie', 'shopping']

/** Returns the picture of a district; a forest for one without a picture, and for null. */
export const sceneOfDistrict = (district: string | null): Scene => DISTRICT_SCENES[district ?? ''] ?? 'forest'

/** Returns the picture of travel information: a market for food and shopping, else that of its district. */
export const sceneOfTravel = (category: TravelCategory, district: string): Scene =>
  MARKET.includes(category) ? 'market' : sceneOfDistrict(district)
