import type { Locale } from '#contract/locales.ts'

/** What a reader in a language types, and the attraction that is meant. Written before the search was tuned. */
export interface Query {
  locale: Locale
  keyword: string
  gdsUid: string
}

const rows = (locale: Locale, queries: Record<string, string>): Query[] =>
  Object.entries(queries).map(([keyword, gdsUid]) => ({ locale, keyword, gdsUid }))

/** Keywords as the data spells them, whole or in part. */
export const PLAIN: readonly Query[] = [
  ...rows('en', {
    'busan tower': 'busan-tower',
    'Sky Capsule': 'haeundae-sky-capsule',
    'beach train': 'haeundae-beach-train',
    'gamcheon culture village': 'gamcheon-culture-village',
    jagalchi: 'jagalchi-market',
    'spa land': 'spa-land-centum-city',
    'lotte world': 'lotte-world-busan',
    'cable car': 'songdo-marine-cable-car',
    aquarium: 'sea-life-busan',
    skywalk: 'oryukdo-skywalk',
    beomeosa: 'beomeosa',
    drone: 'gwangalli-drone-show',
    luge: 'skyline-luge-busan',
    'maritime museum': 'national-maritime-museum',
    'escape room': 'diaegg-escape-room',
    'running man': 'running-man-busan',
  }),
  ...rows('ko', {
    부산타워: 'busan-tower',
    해변열차: 'haeundae-beach-train',
    '스카이 캡슐': 'haeundae-sky-capsule',
    감천문화마을: 'gamcheon-culture-village',
    자갈치: 'jagalchi-market',
    스파랜드: 'spa-land-centum-city',
    롯데월드: 'lotte-world-busan',
    케이블카: 'songdo-marine-cable-car',
    아쿠아리움: 'sea-life-busan',
    오륙도: 'oryukdo-skywalk',
    범어사: 'beomeosa',
    드론: 'gwangalli-drone-show',
    루지: 'skyline-luge-busan',
    해양박물관: 'national-maritime-museum',
    방탈출: 'diaegg-escape-room',
    런닝맨: 'running-man-busan',
  }),
  ...rows('cht', {
    釜山塔: 'busan-tower',
    海岸列車: 'haeundae-beach-train',
    天空膠囊: 'haeundae-sky-capsule',
    甘川文化村: 'gamcheon-culture-village',
    札嘎其市場: 'jagalchi-market',
    密室逃脫: 'diaegg-escape-room',
    樂天世界: 'lotte-world-busan',
    海上纜車: 'songdo-marine-cable-car',
    水族館: 'sea-life-busan',
    天空步道: 'oryukdo-skywalk',
    梵魚寺: 'beomeosa',
    無人機: 'gwangalli-drone-show',
    斜坡滑車: 'skyline-luge-busan',
    海洋博物館: 'national-maritime-museum',
    龍宮寺: 'haedong-yonggungsa',
    電影殿堂: 'busan-cinema-center',
  }),
  ...rows('chs', {
    釜山塔: 'busan-tower',
    海岸列车: 'haeundae-beach-train',
    天空胶囊: 'haeundae-sky-capsule',
    甘川文化村: 'gamcheon-culture-village',
    札嘎其: 'jagalchi-market',
    密室逃脱: 'diaegg-escape-room',
    乐天世界: 'lotte-world-busan',
    海上缆车: 'songdo-marine-cable-car',
    水族馆: 'sea-life-busan',
    天空步道: 'oryukdo-skywalk',
    梵鱼寺: 'beomeosa',
    无人机: 'gwangalli-drone-show',
    通度寺: 'tongdosa',
    海洋博物馆: 'national-maritime-museum',
    跆拳道: 'daeyoung-taekwondo',
    联合国纪念公园: 'un-memorial-cemetery',
  }),
  ...rows('jp', {
    釜山タワー: 'busan-tower',
    海岸列車: 'haeundae-beach-train',
    スカイカプセル: 'haeundae-sky-capsule',
    甘川文化村: 'gamcheon-culture-village',
    チャガルチ市場: 'jagalchi-market',
    脱出ゲーム: 'diaegg-escape-room',
    ロッテワールド: 'lotte-world-busan',
    ケーブルカー: 'songdo-marine-cable-car',
    アクアリウム: 'sea-life-busan',
    スカイウォーク: 'oryukdo-skywalk',
    梵魚寺: 'beomeosa',
    ドローン: 'gwangalli-drone-show',
    リュージュ: 'skyline-luge-busan',
    海洋博物館: 'national-maritime-museum',
    レールパーク: 'gimhae-rail-park',
    映画の殿堂: 'busan-cinema-center',
  }),
]

/** Misspelt keywords, initials of Korean names, keywords of the wrong keyboard or in other characters. */
export const HOSTILE: readonly Query[] = [
  ...rows('en', {
    'busan towr': 'busan-tower',
    'gamchon culture vilage': 'gamcheon-culture-village',
    'haedong yongungsa': 'haedong-yonggungsa',
    'jagalchy market': 'jagalchi-market',
    'ㅠㅕㄴ무 새ㅈㄷㄱ': 'busan-tower',
    釜山塔: 'busan-tower',
    자갈치: 'jagalchi-market',
  }),
  ...rows('ko', {
    부샨타워: 'busan-tower',
    '해운데 해변열차': 'haeundae-beach-train',
    ㅂㅅㅌㅇ: 'busan-tower',
    ㅈㄱㅊ: 'jagalchi-market',
    qntksxkdnj: 'busan-tower',
    gmlsdudnf: 'huinnyeoul-culture-village',
  }),
  ...rows('cht', { 乐天世界: 'lotte-world-busan', 'busan tower': 'busan-tower' }),
  ...rows('chs', { 樂天世界: 'lotte-world-busan', 甘川文化邨: 'gamcheon-culture-village' }),
  ...rows('jp', {
    プサンタワー: 'busan-tower',
    アクアリュム: 'sea-life-busan',
    'ヘウンデ 海岸列車': 'haeundae-beach-train',
  }),
]
