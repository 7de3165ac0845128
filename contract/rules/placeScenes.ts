/**
 * The attractions with a picture of their own. All others, and phones of an older version, show the scene that the
 * catalogue names (`sceneOfAttraction`). Each group is one file of its own: neighbours in the catalogue are in
 * one, so that a list fetches few.
 */
export const PLACE_SCENES: readonly (readonly string[])[] = [
  ['lotte-world-busan', 'museum-1', 'arte-museum-busan', 'hurshimchung-spa', 'club-d-oasis'],
  ['hill-spa', 'aqua-palace-spa', 'suyeong-bay-yacht-tour', 'haeundae-river-cruise', 'running-man-busan'],
  ['busan-museum-of-movies', 'taejongdae-danubi', 'busan-city-tour-bus', 'gimhae-rail-park', 'gamcheon-hanbok'],
  [
    'haeundae-hanbok',
    'surfholic-dadaepo',
    'national-maritime-museum',
    'busan-national-science-museum',
    'songdo-yonggung-bridge',
  ],
  ['nakdong-eco-boat', 'brick-campus-busan', 'laser-arena-seomyeon', 'laser-arena-songdo', 'diaegg-escape-room'],
  ['daeyoung-taekwondo', 'flipbook-studio-gamcheon', 'gwangalli-sup', 'oryukdo-skywalk', 'tongdosa'],
  ['beomeosa', 'huinnyeoul-culture-village', 'dadaepo-sunset-fountain', 'busan-cinema-center', 'galmegi-brewing'],
  [
    'busan-modern-history-museum',
    'un-memorial-cemetery',
    'gwangalli-drone-show',
    'f1963',
    'provisional-capital-memorial',
  ],
]

/** Returns the number of the file with the attraction's own picture, counted from 1; 0 where it has none. */
export const placeFileOf = (gdsUid: string): number => PLACE_SCENES.findIndex((group) => group.includes(gdsUid)) + 1
