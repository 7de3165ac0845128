import { expect, test } from 'vitest'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { drawReceipt, type Receipt } from '#server/pdf/receiptPage.ts'
import { renderReceipt } from '#server/pdf/renderReceipt.ts'
import { receiptValues, writeReceipt, type ReceiptFacts } from '#server/pdf/receiptText.ts'
import { drawable } from '#server/pdf/fonts.ts'
import { NAMES } from './names.ts'
import { readPdf } from '../../e2e/harness/readPdf.ts'

/** Receipts as a reader of PDFs gets them: text, language, tags, size. */

const SIZE_MAX_BYTES = 100_000
const AT = Date.UTC(2026, 10, 26, 6, 5)

const FACTS: ReceiptFacts = {
  orderNumber: 'HP-261126-7F3A',
  name: '',
  count: 2,
  unitPrice: 49_000,
  discount: 5_000,
  points: 1_200,
  amount: 91_800,
  method: 'overseas_card',
  refunded: 0,
  paidAt: AT,
  buyer: { name: 'Łukasz Źródło', email: 'lukasz@mail.example' },
}

const receiptIn = (locale: Locale, facts: Partial<ReceiptFacts> = {}, seller: string | null = null): Receipt =>
  writeReceipt(locale, receiptValues({ ...FACTS, ...facts }, seller, locale), AT)

const linesIn = (block: string): string[] =>
  block
    .trim()
    .split('\n')
    .map((line) => line.trim())

const EXPECTED: Partial<Record<Locale, { name: string; language: string; texts: string[] }>> = {
  en: {
    name: '24H Mobile Pass',
    language: 'en-GB',
    texts: linesIn(`
      Harbor Pass
      Receipt
      Order number
      HP-261126-7F3A
      Payment date
      26 November 2026 at 15:05
      Payment method
      Visa, Mastercard or JCB
      Name
      Łukasz Źródło
      Email address
      lukasz@mail.example
      24H Mobile Pass · ₩49,000 × 2
      ₩98,000
      Discount
      −₩5,000
      Points used
      −₩1,200
      Amount paid
      ₩91,800
      All times are Korean time. All amounts are in South Korean won (KRW).
    `),
  },
  ko: {
    name: '24H 모바일 패스',
    language: 'ko',
    texts: linesIn(`
      Harbor Pass
      영수증
      주문번호
      HP-261126-7F3A
      결제 일시
      2026년 11월 26일 15:05
      결제 수단
      비자, 마스터카드 또는 JCB
      이름
      Łukasz Źródło
      이메일 주소
      lukasz@mail.example
      24H 모바일 패스 · 49,000원 × 2
      98,000원
      할인
      −5,000원
      사용한 포인트
      −1,200원
      결제 금액
      91,800원
      모든 시간은 한국 시간이며, 모든 금액은 대한민국 원(KRW)입니다.
    `),
  },
  chs: {
    name: '24H电子通行证',
    language: 'zh-Hans',
    texts: linesIn(`
      Harbor Pass
      收据
      订单号
      HP-261126-7F3A
      付款时间
      2026年11月26日 15:05
      支付方式
      Visa、万事达或JCB
      姓名
      Łukasz Źródło
      邮箱
      lukasz@mail.example
      24H电子通行证 · ₩49,000 × 2
      ₩98,000
      优惠
      −₩5,000
      使用积分
      −₩1,200
      实付金额
      ₩91,800
      所有时间均为韩国时间，所有金额均以韩元（KRW）计。
    `),
  },
  cht: {
    name: '24H電子通行證',
    language: 'zh-Hant',
    texts: linesIn(`
      Harbor Pass
      收據
      訂單編號
      HP-261126-7F3A
      付款時間
      2026年11月26日 15:05
      付款方式
      Visa、Mastercard或JCB
      姓名
      Łukasz Źródło
      電子信箱
      lukasz@mail.example
      24H電子通行證 · ₩49,000 × 2
      ₩98,000
      優惠
      −₩5,000
      使用點數
      −₩1,200
      付款金額
      ₩91,800
      所有時間均為韓國時間，所有金額均以韓元（KRW）計。
    `),
  },
  jp: {
    name: '24Hモバイルパス',
    language: 'ja',
    texts: linesIn(`
      Harbor Pass
      領収書
      注文番号
      HP-261126-7F3A
      お支払い日時
      2026年11月26日 15:05
      お支払い方法
      Visa、MastercardまたはJCB
      お名前
      Łukasz Źródło
      メールアドレス
      lukasz@mail.example
      24Hモバイルパス · ₩49,000 × 2
      ₩98,000
      割引
      −₩5,000
      利用ポイント
      −₩1,200
      お支払い金額
      ₩91,800
      時刻はすべて韓国時間、金額はすべて韓国ウォン（KRW）です。
    `),
  },
}

test.each(LOCALES)('a receipt in %s is tagged, names its language, and its text is read exactly', async (locale) => {
  const expected = EXPECTED[locale]
  if (!expected) throw new Error(`no receipt is known in ${locale}`)
  const { name, language, texts } = expected
  const bytes = await drawReceipt(receiptIn(locale, { name }))
  expect(bytes.length).toBeLessThan(SIZE_MAX_BYTES)
  const pdf = await readPdf(bytes)
  expect(pdf.elements.map(([, text]) => text)).toEqual(texts)
  expect(pdf).toMatchObject({ pages: 1, language, isTagged: true, title: `Harbor Pass · ${texts[1]}` })
  const tags = pdf.elements.map(([tag]) => tag)
  expect(tags).toEqual(['P', 'H1', ...Array.from({ length: 9 }, () => ['TH', 'TD']).flat(), 'P'])
})

test.each(Object.entries(NAMES))('names from %s are read exactly as they are spelled', async (_, names) => {
  for (const locale of ['en', 'jp'] as const) {
    const facts = names.map((name, nth) => [String(nth), name] as const)
    const bytes = await drawReceipt({ ...receiptIn(locale), facts })
    expect(bytes.length).toBeLessThan(SIZE_MAX_BYTES)
    const cells = (await readPdf(bytes)).elements.filter(([tag]) => tag === 'TD').map(([, text]) => text)
    expect(cells.slice(0, names.length)).toEqual(names.map(drawable))
  }
})

test('long texts are broken into lines on one page, and none of their characters is lost', async () => {
  const name = `${'Nguyễn Thị Ánh-Tuyết '.repeat(6)}Łukasz`
  const email = `${'a-long-mailbox.'.repeat(12)}@mail.example`
  const seller = '하버패스 주식회사 · 사업자등록번호 000-00-00000 · 부산광역시 해운대구 '.repeat(4).trim()
  const product = '釜山城市通行證（電子通行證，含主要景點與大眾運輸）'.repeat(4)
  const pdf = await readPdf(await drawReceipt(receiptIn('cht', { name: product, buyer: { name, email } }, seller)))
  expect(pdf.pages).toBe(1)
  // A reader of PDFs drops the space at the end of a line.
  const compact = (text: string) => text.replaceAll(' ', '')
  const texts = pdf.elements.map(([, text]) => compact(text))
  for (const text of [name, email, seller, `${product} · ₩49,000 × 2`]) expect(texts).toContain(compact(text))
})

test.each([
  ['requested', 'Being refunded'],
  ['completed', 'Refunded'],
] as const)('a refund that is %s is stated with its amount', async (refundState, label) => {
  const facts = { name: 'Pass', refunded: 45_900, refundState }
  const texts = (await readPdf(await drawReceipt(receiptIn('en', facts)))).elements.map(([, text]) => text)
  expect(texts.slice(texts.indexOf('₩91,800') + 1, -1)).toEqual([label, '₩45,900'])
})

test('the seller, discount, points and refund are left out where there are none', async () => {
  const facts = { name: 'Pass', discount: 0, points: 0, amount: 98_000 }
  const texts = (await readPdf(await drawReceipt(receiptIn('en', facts)))).elements.map(([, text]) => text)
  for (const label of ['Seller', 'Discount', 'Points used', 'Refunded', 'Being refunded'])
    expect(texts).not.toContain(label)
  expect(texts).toContain('₩98,000')
})

test('the thread gives the same bytes for the same receipt, which a mail that is sent twice relies on', async () => {
  const values = receiptValues({ ...FACTS, name: '24Hモバイルパス' }, null, 'jp')
  const [first, second] = [await renderReceipt('jp', values, AT), await renderReceipt('jp', values, AT)]
  expect(first.equals(second)).toBe(true)
  expect(first.equals(await renderReceipt('jp', values, AT + 1000))).toBe(false)
})
