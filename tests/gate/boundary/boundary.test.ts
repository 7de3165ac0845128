import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, inject, test } from 'vitest'
import { EMBEDDED_OF_PARENT } from '../../harness/app.ts'
import { answersAtWindowEnd, surroundings, ZONES, type WindowAnswers } from './day.ts'

/** A 24H pass lasts 24 hours in every time zone and calendar of phone, gate and server. */

const MINUTES = { 'Asia/Seoul': 540, 'Pacific/Apia': 780, 'America/Los_Angeles': -420 }
const IN: WindowAnswers = {
  online: 'admitted',
  journal: 'entered',
  offlineByCertificate: 'admitted',
  // This partner has recorded its discount already; what the test compares is open or expired.
  offlineByHearsay: 'used_here',
  server: 'in_use',
  phone: 'in_use',
  left: 'in_use 0 0 0',
}
const OUT: WindowAnswers = {
  online: 'expired',
  journal: 'expired',
  // Its certificate ended with the window, which a gate that has never seen the pass cannot know.
  offlineByCertificate: 'stale',
  offlineByHearsay: 'expired',
  server: 'used',
  phone: 'used',
  left: 'over 0 0 0',
}
const DAY_SAID = { '23:59:59': IN, '24:00:00': OUT, '24:00:01': OUT }

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

test.each(ZONES)(
  'in %s a 24H pass is open a second before its end and expired at that second, at every gate and on the phone',
  async (at) => {
    process.env.TZ = at
    expect(surroundings()).toEqual({ minutes: MINUTES[at], calendar: 'gregory' })
    expect(await answersAtWindowEnd('postgres')).toEqual(DAY_SAID)
  },
)

test('under the Buddhist calendar, in the same zones and on the embedded database, the end is the same', async () => {
  const env = { ...process.env, LC_ALL: 'th_TH.UTF-8', [EMBEDDED_OF_PARENT]: inject('embedded') }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', join(import.meta.dirname, '../../harness/macros.ts'), join(import.meta.dirname, 'child.ts')],
    { env },
  )
  const answersByZone = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as unknown
  expect(answersByZone).toEqual(
    Object.fromEntries(ZONES.map((at) => [at, { minutes: MINUTES[at], calendar: 'buddhist', said: DAY_SAID }])),
  )
})
