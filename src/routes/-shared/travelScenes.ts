import { Compass, Landmark, PartyPopper, ShoppingBag, Soup, Utensils } from 'lucide-react'
import type { TravelCategory } from '#contract/codes.ts'
import type { TravelInfo } from '#contract/calls/stickyArea.ts'
import type { Scene } from '#contract/rules/scene.ts'
import { sceneOfTravel as sceneOfCategory } from '#contract/rules/travelScene.ts'
import type { IconType } from '#ui/icon.tsx'

/** Returns the picture of an entry of travel information. */
export const sceneOfTravel = ({ touristTycd, districtCd }: Pick<TravelInfo, 'touristTycd' | 'districtCd'>): Scene =>
  sceneOfCategory(touristTycd, districtCd)

export const TRAVEL_ICONS: Record<TravelCategory, IconType> = {
  attraction: Landmark,
  shopping: ShoppingBag,
  festival: PartyPopper,
  food: Soup,
  themed: Compass,
  foodie: Utensils,
}
