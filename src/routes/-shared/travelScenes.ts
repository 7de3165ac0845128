import { Compass, Landmark, PartyPopper, ShoppingBag, Soup, Utensils } from 'lucide-react'
import type { TravelCategory } from '#contract/codes.ts'
import type { TravelInfo } from '#contract/calls/stickyArea.ts'
import type { Scene } from '#contract/rules/scene.ts'
import type { IconType } from '#ui/icon.tsx'

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

/** Returns the picture of an entry of travel information: a market for food and shopping, else that of its district. */
export const sceneOfTravel = ({ touristTycd, districtCd }: Pick<TravelInfo, 'touristTycd' | 'districtCd'>): Scene =>
  MARKET.includes(touristTycd) ? 'market' : (DISTRICT_SCENES[districtCd] ?? 'forest')

export const TRAVEL_ICONS: Record<TravelCategory, IconType> = {
  attraction: Landmark,
  shopping: ShoppingBag,
  festival: PartyPopper,
  food: Soup,
  themed: Compass,
  foodie: Utensils,
}
