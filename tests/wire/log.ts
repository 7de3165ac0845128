import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Town } from './town.ts'
import { flushLog } from '#server/log.ts'

/** Words of members and gates that must never stand in a line of the log, with what they are. */
const secretsOf = ({ citizens, gate, bank }: Town): [string, string][] => [
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
 * The log as it is on the disk, and what of it should not be there. `shapes` finds what looks like a secret too; not
 * where addresses were made up of anything.
 */
export const readLog = async (town: Town, shapes: boolean): Promise<{ lines: string[]; leaks: string[] }> => {
  await flushLog(town.deps.log)
  const text = readFileSync(join(town.deps.config.dataDir, 'server.log'), 'utf8')
  const leaks = secretsOf(town).flatMap(([what, value]) => (text.includes(value) ? [what] : []))
  if (shapes) for (const [what, shape] of SHAPES) if (shape.test(text)) leaks.push(what)
  return { lines: text.trimEnd().split('\n'), leaks }
}
