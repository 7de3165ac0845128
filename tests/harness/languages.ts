import { LOCALES, type Locale, type Texts } from '#contract/locales.ts'

/** What tests expect of each language. */
interface LanguageSample {
  /** 00:30 on Friday, 1 January 2027, in each style of a date, and its weekday. */
  newYear: { day: string; short: string; long: string; weekday: string }
  /** 14:05 on 18 March 2026. */
  afternoon: string
  /** Names in quotation marks that are none of ours: labels of the browser's own menu, and typed characters. */
  foreignLabels: readonly string[]
  /** How texts name a screen: as a path from My Page, or in quotation marks. */
  screenNames: readonly RegExp[]
  /** Matches each sentence that says that nothing was charged, and none that says the opposite. */
  notCharged: RegExp
  /** Variants of a term that texts must not use; null for none. */
  variants: RegExp | null
}

export const LANGUAGE_SAMPLES: Record<Locale, LanguageSample> = {
  en: {
    newYear: { day: '1 January 2027', short: '1 Jan', long: '1 January 2027 at 00:30', weekday: 'Friday' },
    afternoon: '18 March 2026 at 14:05',
    foreignLabels: ['Add to Home Screen'],
    screenNames: [/My Page > ((?:[A-Z]\w+ ?)+)/g, /“([^”]+)”/g],
    notCharged: /not been charged/,
    variants: /subway|enquir(?:y|ies)|1:1 Inquiry|could not be loaded|Find (?:ID|password)|Nothing has been charged/,
  },
  ko: {
    newYear: { day: '2027년 1월 1일', short: '1월 1일', long: '2027년 1월 1일 00:30', weekday: '금요일' },
    afternoon: '2026년 3월 18일 14:05',
    foreignLabels: ['공유', '홈 화면에 추가'],
    screenNames: [/마이페이지 > (.+?)(?=에서|에 |의 |을 |를 )/g, /‘([^’]+)’/g],
    notCharged: /결제되지 않았|결제된 금액은 없/,
    variants:
      /지하철|예약 번호|주문 번호|국가 번호|QR 코드|교통 카드|운영 시간|운영팀|마이 페이지|좋은 (?:아침|오후|저녁)|불러오는 중입니다|휴대폰에서 사용 중|사용 중인 휴대폰|[을이은와]\((?:를|가|는|과)\)|\(으\)로|현장가|스팸 메일함|샘플(?!러)|품절|결제일시|결제대행사/,
  },
  chs: {
    newYear: { day: '2027年1月1日', short: '1月1日', long: '2027年1月1日 00:30', weekday: '星期五' },
    afternoon: '2026年3月18日 14:05',
    foreignLabels: ['共享', '添加到主屏幕'],
    screenNames: [/“(?:个人中心＞)?([^”]+)”/g],
    notCharged: /未扣款/,
    variants:
      /谢绝|旅游通行证|答复|扫描设备|扫码设备|点一下|点击|应用程序|未能加载|加载失败|1对1|的赠送|份赠送|该赠送|本设备|稍后再试|订单编号|注销条款|照片页|支付公司|(?<!本次|此订单|目前)并未扣款/,
  },
  cht: {
    newYear: { day: '2027年1月1日', short: '1月1日', long: '2027年1月1日 00:30', weekday: '星期五' },
    afternoon: '2026年3月18日 14:05',
    foreignLabels: ['分享', '加入主畫面'],
    screenNames: [/「(?:會員中心＞)?([^」]+)」/g],
    notCharged: /未扣款/,
    variants:
      /謝絕|旅遊通行證|答覆|掃描器材|掃描裝置|應用程式|登錄碼|營運單位|載入失敗|1對1|份贈送|連線中|咖啡廳|支付|這台裝置|此裝置|本裝置|刪除條款|照片頁|金流公司|(?<!這次|這筆訂單|這筆預訂)並未扣款/,
  },
  jp: {
    newYear: { day: '2027年1月1日', short: '1月1日', long: '2027年1月1日 00:30', weekday: '金曜日' },
    afternoon: '2026年3月18日 14:05',
    foreignLabels: ['共有', 'ホーム画面に追加', '<', '>'],
    screenNames: [/「([^」]+)」/g],
    notCharged: /請求は発生していません/,
    variants:
      /ブラウザ(?!ー)|フォルダ(?!ー)|スキャナー|読み取り端末|ニュース|を読み込み中|払い戻し|東海(?!線|南部線)|以上入力|係員|カテゴリ(?!ー)|現地価格|提供事業者|施設(?:から(?:の返信|連絡)|[のへ](?:確認|要望)|[はが](?:#時間|予約を))/,
  },
}

/** Returns a text in every language: the English one with the language's name where none is given. */
export const everyLanguage = (texts: Partial<Texts> & Pick<Texts, 'en'>): Texts => ({
  ...(Object.fromEntries(LOCALES.map((locale) => [locale, `${texts.en} (${locale})`])) as Texts),
  ...texts,
})
