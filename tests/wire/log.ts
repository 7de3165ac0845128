import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LINK_KEY, type PopulatedShop } from './populatedShop.ts'
import { flushLog } from '#server/log.ts'

/** Values of members and gates that must never be in the log, each with its name. */
const secretsOf = ({ citizens, gate, bank }: PopulatedShop): [string, string][] => [
  ...citizens.flatMap(({ email, password, token, refreshToken, own }): [string, string][] => [
    ['email', email],
    ['password', password],
    ['access token', token],
    ['refresh token', refreshToken],
    ['card number', own.card],
    ['printed number', own.printed],
    ['secret of a voucher', own.voucher.split('/')[1] ?? own.voucher],
    ['nonce', own.nonce],
    ['endpoint', own.endpoint],
    ['code of a coupon', own.coupon],
  ]),
  ['gate', gate.attraction],
  ['desk', gate.desk],
  ['gateway', bank.secret],
  ['phone number', '886912345678'],
  ['code of a card', 'HPCARD'],
  ['words of an inquiry', 'Where is the desk?'],
  ['words of a gift', 'Have a good day'],
  ['key of a gift link', LINK_KEY],
  ['wish', 'A quiet room'],
  ['reason', 'A typhoon'],
]

const SHAPES: [string, RegExp][] = [
  ['an email', /[\w.+-]+@[\w-]+\.\w{2,}/],
  ['a query', /\?\w*=|[?&](?:id|email|code|cardNum|couponUid|searchKeyword)=/],
  ['a token', /eyJ[\w-]{8,}/],
  ['a card number', /(?<!\w)\d{16}(?!\w)/],
  ['a bearer', /bearer/i],
]

/**
 * Returns the lines of the log file and the names of the secrets in it. With `shapes` also whatever looks like a
 * secret, which does not work where paths are random.
 */
export const readLog = async (town: PopulatedShop, shapes: boolean): Promise<{ lines: string[]; leaks: string[] }> => {
  await flushLog(town.deps.log)
  const text = readFileSync(join(town.deps.config.dataDir, 'server.log'), 'utf8')
  const leaks = secretsOf(town).flatMap(([what, value]) => (text.includes(value) ? [what] : []))
  if (shapes) for (const [what, shape] of SHAPES) if (shape.test(text)) leaks.push(what)
  return { lines: text.trimEnd().split('\n'), leaks }
}
