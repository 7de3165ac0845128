/** The order matters: most browsers also name others in their User-Agent. */
const BROWSERS: [RegExp, string][] = [
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bWhale\//, 'Whale'],
  [/\bKAKAOTALK\b/, 'KakaoTalk'],
  [/\bNAVER\(/, 'NAVER'],
  [/\bLine\//, 'LINE'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Returns e.g. `Chrome · Android` from a User-Agent header: enough for members to recognise their own phone, and too
 * little to track anybody. Null when the header names neither a known browser nor a known system.
 */
export const labelOf = (userAgent: string | undefined): string | null => {
  const named = [BROWSERS, SYSTEMS].flatMap((list) => {
    const entry = list.find(([sign]) => sign.test(userAgent ?? ''))
    return entry ? [entry[1]] : []
  })
  return named.length > 0 ? named.join(' · ') : null
}
