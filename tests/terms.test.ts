import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Locale } from '#contract/locales.ts'

/** Each thing has one term (locales/GLOSSARY.md): variants that catalogues and seeds must not use. */
const VARIANTS: readonly [locale: Locale, variants: RegExp][] = [
  ['en', /subway|enquir(?:y|ies)|1:1 Inquiry|could not be loaded|Find (?:ID|password)|Nothing has been charged/],
  [
    'ko',
    /지하철|예약 번호|주문 번호|국가 번호|QR 코드|교통 카드|운영 시간|운영팀|마이 페이지|좋은 (?:아침|오후|저녁)|불러오는 중입니다|휴대폰에서 사용 중|사용 중인 휴대폰/,
  ],
  ['chs', /谢绝|旅游通行证|答复|扫描设备|扫码设备|点一下|点击|应用程序|未能加载|加载失败|1对1|的赠送|份赠送|该赠送/],
  [
    'cht',
    /謝絕|旅遊通行證|答覆|掃描器材|掃描裝置|應用程式|登錄碼|營運單位|載入失敗|1對1|份贈送|連線中|咖啡廳|支付|這台裝置/,
  ],
  [
    'jp',
    /ブラウザ(?!ー)|フォルダ(?!ー)|スキャナー|読み取り端末|ニュース|を読み込み中|払い戻し|東海(?!線|南部線)|以上入力/,
  ],
]

const ROOT = new URL('..', import.meta.url)

/** Returns the sentences of the catalogue and of the seeds, each with its place. */
const sentencesOf = async (locale: Locale): Promise<[place: string, text: string][]> => {
  const catalogue = await readFile(new URL(`locales/${locale}.po`, ROOT), 'utf8')
  const messages = catalogue
    .split('\n\n')
    .slice(1)
    .map((block): [string, string] => [
      /^msgid "(.*)"$/m.exec(block)?.[1] ?? '',
      block.slice(block.indexOf('\nmsgstr ')),
    ])
  const files = (await readdir(new URL('server/db/seed/', ROOT))).filter((name) => name.endsWith('.json'))
  const walk = (value: unknown, place: string): [string, string][] => {
    if (typeof value === 'string') return place.endsWith(`.${locale}`) ? [[place, value]] : []
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, inner]) => walk(inner, `${place}.${key}`))
  }
  const seeds = await Promise.all(
    files.map(async (name) => walk(JSON.parse(await readFile(new URL(`server/db/seed/${name}`, ROOT), 'utf8')), name)),
  )
  return [...messages, ...seeds.flat()]
}

test.each(VARIANTS)('%s uses the terms of the glossary', async (locale, variants) => {
  const sentences = await sentencesOf(locale)
  expect(sentences.length).toBeGreaterThan(1500)
  expect(sentences.filter(([, text]) => variants.test(text))).toEqual([])
})

test('a unit for sale has the same number in every language', async () => {
  const { units } = JSON.parse(await readFile(new URL('server/db/seed/availability.json', ROOT), 'utf8')) as {
    units: Record<string, Record<Locale, string>>
  }
  const counted = Object.entries(units).filter(([, { en }]) => /\d/.test(en))
  const different = counted.filter(([, { en, ...others }]) => {
    const count = /\d+/.exec(en)?.[0] ?? ''
    return Object.values(others).some((text) => !text.includes(count))
  })
  expect(counted.length).toBeGreaterThan(0)
  expect(different).toEqual([])
})
