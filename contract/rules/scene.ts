/** Which illustration stands for a place or a course. The illustration kit has one symbol for each scene. */
import type { Category } from '../codes.ts'

export const SCENES = [
  'gwangan',
  'harbour',
  'capsule',
  'beachtrain',
  'cablecar',
  'tower',
  'luge',
  'aquarium',
  'hotspring',
  'yacht',
  'temple',
  'gamcheon',
  'market',
  'museum',
  'film',
  'forest',
  'skydeck',
  'surf',
] as const
export type Scene = (typeof SCENES)[number]

/** Places with a scene of their own; all others get that of their category. */
const BY_ATTRACTION: Readonly<Record<string, Scene>> = {
  'busan-x-the-sky': 'skydeck',
  'haeundae-beach-train': 'beachtrain',
  'haeundae-sky-capsule': 'capsule',
  'songdo-marine-cable-car': 'cablecar',
  'sea-life-busan': 'aquarium',
  'lotte-world-busan': 'luge',
  'skyline-luge-busan': 'luge',
  'museum-1': 'museum',
  'arte-museum-busan': 'museum',
  'busan-tower': 'tower',
  'spa-land-centum-city': 'hotspring',
  'hurshimchung-spa': 'hotspring',
  'club-d-oasis': 'hotspring',
  'hill-spa': 'hotspring',
  'aqua-palace-spa': 'hotspring',
  'diamond-bay-yacht': 'yacht',
  'suyeong-bay-yacht-tour': 'yacht',
  'haeundae-river-cruise': 'gwangan',
  'running-man-busan': 'film',
  'busan-museum-of-movies': 'film',
  'taejongdae-danubi': 'beachtrain',
  'busan-city-tour-bus': 'gwangan',
  'gimhae-rail-park': 'beachtrain',
  'gamcheon-hanbok': 'gamcheon',
  'haeundae-hanbok': 'temple',
  'surfholic-songjeong': 'surf',
  'surfholic-dadaepo': 'surf',
  'national-maritime-museum': 'museum',
  'busan-national-science-museum': 'museum',
  'songdo-yonggung-bridge': 'cablecar',
  'ahopsan-forest': 'forest',
  'nakdong-eco-boat': 'yacht',
  'brick-campus-busan': 'museum',
  'laser-arena-seomyeon': 'market',
  'laser-arena-songdo': 'film',
  'diaegg-escape-room': 'film',
  'daeyoung-taekwondo': 'temple',
  'flipbook-studio-gamcheon': 'gamcheon',
  'trick-eye-busan': 'museum',
  'gwangalli-sup': 'gwangan',
  'gamcheon-culture-village': 'gamcheon',
  'haedong-yonggungsa': 'temple',
  'oryukdo-skywalk': 'harbour',
  tongdosa: 'temple',
  beomeosa: 'temple',
  'huinnyeoul-culture-village': 'gamcheon',
  'dadaepo-sunset-fountain': 'surf',
  'busan-cinema-center': 'film',
  'galmegi-brewing': 'market',
  'jagalchi-market': 'market',
  'busan-modern-history-museum': 'museum',
  'un-memorial-cemetery': 'forest',
  'gwangalli-drone-show': 'gwangan',
  f1963: 'forest',
  'provisional-capital-memorial': 'museum',
}

/** The first match wins: what a place is counts before where it is. */
const BY_CATEGORY: readonly (readonly [Category, Scene])[] = [
  ['theme_parks', 'luge'],
  ['tours_cruises', 'yacht'],
  ['food_drinks', 'market'],
  ['adults_only', 'market'],
  ['outside_city', 'forest'],
]

const BY_COURSE: Readonly<Record<string, Scene>> = {
  'haeundae-highlights': 'beachtrain',
  'old-town-harbour': 'harbour',
  'seomyeon-play-day': 'market',
  'gwangan-night-date': 'gwangan',
  'dadaepo-sunset-date': 'gamcheon',
  'couple-sea-weekend': 'capsule',
  'solo-temple-forest': 'forest',
  'solo-history-walk': 'museum',
  'solo-surf-spa': 'surf',
  'solo-three-days': 'tower',
  'family-osiria-day': 'luge',
  'family-island-weekend': 'cablecar',
  'family-grand-tour': 'aquarium',
  'friends-three-nights': 'yacht',
  'unesco-side-trip': 'temple',
}

export type PicturedPlace = {
  id: string
  categories: readonly string[]
  /** `indoor`, `outdoor` or both; only `indoor` decides. */
  setting: string
}

/** Returns the scene of an attraction: its own, else that of its category or setting, else the harbour. */
export const sceneOfAttraction = ({ id, categories, setting }: PicturedPlace): Scene => {
  if (Object.hasOwn(BY_ATTRACTION, id)) return BY_ATTRACTION[id] ?? 'harbour'
  const kind = BY_CATEGORY.find(([category]) => categories.includes(category))
  if (kind) return kind[1]
  const indoor = setting === 'indoor'
  if (categories.includes('culture_history')) return indoor ? 'museum' : 'temple'
  return indoor ? 'museum' : 'harbour'
}

/** Returns the scene of a course; without one of its own, `cover`, that of the attraction on its cover. */
export const sceneOfCourse = (id: string, cover: Scene): Scene =>
  Object.hasOwn(BY_COURSE, id) ? (BY_COURSE[id] ?? cover) : cover
