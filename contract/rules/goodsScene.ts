import type { GoodsKind } from '../codes.ts'
import { sceneOfDistrict } from './travelScene.ts'
import type { Scene } from './scene.ts'

/** Goods with a picture that says what they are; all others get that of their category or district. */
const BY_GOODS: Readonly<Record<string, Scene>> = {
  'paradise-hotel-busan': 'hotspring',
  'signiel-busan': 'skydeck',
  'grand-josun-busan': 'beachtrain',
  'park-hyatt-busan': 'yacht',
  'lotte-hotel-busan': 'museum',
  'avani-central-busan': 'gwangan',
  'ramada-encore-busan-station': 'harbour',
  'hotel-nongshim': 'hotspring',
  'hotel-aqua-palace': 'gwangan',
  'ananti-hilton-busan': 'temple',
  'stanford-inn-busan': 'tower',
  'songjeong-surf-stay': 'surf',
  'tour-east-coast-day': 'beachtrain',
  'tour-old-town-walk': 'tower',
  'tour-night-view-van': 'gwangan',
  'tour-gyeongju-day': 'temple',
  'tour-tongdosa-temple': 'temple',
  'tour-food-bupyeong-night': 'market',
  'tour-photo-hanbok': 'gamcheon',
  'tour-ebike-suyeong-river': 'capsule',
  'tour-wetland-birds': 'forest',
  'tour-private-van-8h': 'cablecar',
  'act-yacht-sunset': 'yacht',
  'act-surf-lesson': 'surf',
  'act-kimchi-cooking': 'market',
  'act-taekwondo': 'museum',
  'act-perfume': 'forest',
  'act-kpop-dance': 'film',
  'act-pottery': 'gamcheon',
  'act-jetboat': 'gwangan',
  'act-jjimjilbang-scrub': 'hotspring',
  'act-baseball-night': 'luge',
  'vo-airport-limousine': 'gwangan',
  'vo-luggage-day': 'harbour',
  'vo-esim-5d': 'tower',
  'vo-cafe-momos': 'market',
  'vo-gukbap-set': 'market',
  'vo-aquarium-family': 'aquarium',
}

/** Goods that are pictured as an attraction with a picture of its own (`PLACE_SCENES`). */
const PLACE_BY_GOODS: Readonly<Record<string, string>> = {
  'hotel-nongshim': 'hurshimchung-spa',
  'hotel-aqua-palace': 'aqua-palace-spa',
  'tour-tongdosa-temple': 'tongdosa',
  'tour-photo-hanbok': 'gamcheon-hanbok',
  'tour-wetland-birds': 'nakdong-eco-boat',
  'act-yacht-sunset': 'suyeong-bay-yacht-tour',
  'act-surf-lesson': 'surfholic-dadaepo',
  'act-taekwondo': 'daeyoung-taekwondo',
  'act-jetboat': 'haeundae-river-cruise',
  'act-jjimjilbang-scrub': 'hill-spa',
}

const BY_CATEGORY: Readonly<Record<string, Scene>> = {
  tour_night: 'gwangan',
  activity_water: 'yacht',
  activity_class: 'museum',
  activity_leisure: 'hotspring',
  voucher_travel: 'harbour',
  voucher_food: 'market',
  voucher_entry: 'aquarium',
}

export interface PicturedGoods {
  gdsUid: string
  kind: GoodsKind | 'pass'
  gdsCategoryCd: string | null
  districtCd: string | null
}

/** Returns the scene of goods: their own, else that of their category, else that of their district. */
export const sceneOfGoods = ({ gdsUid, gdsCategoryCd, districtCd }: PicturedGoods): Scene =>
  (Object.hasOwn(BY_GOODS, gdsUid) ? BY_GOODS[gdsUid] : undefined) ??
  BY_CATEGORY[gdsCategoryCd ?? ''] ??
  sceneOfDistrict(districtCd)

/** Returns the attraction whose own picture stands for goods; undefined for most. */
export const placeOfGoods = (gdsUid: string): string | undefined =>
  Object.hasOwn(PLACE_BY_GOODS, gdsUid) ? PLACE_BY_GOODS[gdsUid] : undefined
