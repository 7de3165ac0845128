import { stateAt } from '#contract/rules/passState.ts'
import { viewOf } from '#routes/myPage/-parts/passView.ts'
import { myPassList } from '#contract/calls/mypage.ts'
import { DAY_MS, SECOND_MS } from '#contract/time.ts'
import { signIn } from '../../harness/factories.ts'
import type { Engine } from '../../harness/app.ts'
import { openGates, VENUE, type Gates } from '../gates.ts'
import { openScanner } from '../scanner.ts'

/** 24 hours in which clocks in Los Angeles go back: by its local time they end at noon in place of 13:00. */
const START = Date.UTC(2026, 9, 31, 20)
export const ZONES = ['Asia/Seoul', 'Pacific/Apia', 'America/Los_Angeles'] as const
export const INSTANTS = { '23:59:59': DAY_MS - SECOND_MS, '24:00:00': DAY_MS, '24:00:01': DAY_MS + SECOND_MS } as const

/** What gates, server and phone say of a 24H pass at one instant after its first entry. */
export interface WindowAnswers {
  /** A gate with a network that has not seen the pass before. */
  online: string
  /** The server, of a journal entry that a gate made offline at that instant. */
  journal: string
  /** An offline gate that sees the certificate of the running window. */
  offlineByCertificate: string
  /** An offline gate that knows the window's end from the server. */
  offlineByHearsay: string
  /** The state in the member’s list, and the state that a phone computes from an older list. */
  server: string
  phone: string
  /** The remaining time on the card in My Pass. */
  left: string
}

/** Returns the time zone offset (minutes) and the calendar of this process. */
export const surroundings = () => ({
  minutes: -new Date(START).getTimezoneOffset(),
  calendar: new Intl.DateTimeFormat().resolvedOptions().calendar,
})

/** Prepares a traveller who has just entered, and the gates; two of them go offline. */
const morning = async (gates: Gates) => {
  const [a, b] = [gates.inGroup('A'), gates.inGroup('B')]
  const traveller = await gates.traveller()
  const [knowing, unknowing] = [await openScanner(gates), await openScanner(gates)]
  await knowing.enrolAt(VENUE)
  await unknowing.enrolAt(b[0] ?? '')
  await (await gates.gate(a[0] ?? '')).scan(await traveller.code())
  await knowing.read(await traveller.code(START + SECOND_MS))
  const { accessToken } = await signIn(gates, traveller)
  const pass = (await gates.call(myPassList, { token: accessToken })).data?.list[0]
  if (!pass) throw new Error('no pass')
  for (const one of [knowing, unknowing]) await one.offline()
  return {
    traveller,
    pass,
    knowing,
    unknowing,
    fresh: await gates.gate(b[1] ?? ''),
    late: await gates.gate(b[2] ?? ''),
  }
}

/** Runs through the day in this process’s time zone and calendar; returns what was said at each instant. */
export const answersAtWindowEnd = async (engine: Engine): Promise<Record<string, WindowAnswers>> => {
  const gates = await openGates(engine, START)
  try {
    const visitors = []
    for (const [name, after] of Object.entries(INSTANTS)) visitors.push({ name, after, ...(await morning(gates)) })
    const answers: Record<string, WindowAnswers> = {}
    for (const { name, after, traveller, pass, knowing, unknowing, fresh, late: lateScanner } of visitors) {
      const now = START + after
      gates.time.now = now
      // The clocks of the scanners advance with the server's.
      for (const one of [knowing, unknowing]) one.clock.advance(after)
      const { code, phone } = traveller
      const byCertificate = await unknowing.read(await gates.draw(phone, pass.certificate))
      const byHearsay = await knowing.read(await code())
      const verdict = (await fresh.scan(await code(now + SECOND_MS))).data
      const entry = { entryUid: crypto.randomUUID(), seq: 1, at: now, code: await code(now + 2 * SECOND_MS) }
      const journal = (await lateScanner.upload([entry])).data?.results[0]
      const view = viewOf(pass, now, true)
      answers[name] = {
        online: verdict?.reason ?? verdict?.verdict ?? '',
        journal: journal?.reason ?? journal?.outcome ?? '',
        offlineByCertificate: byCertificate.reason ?? byCertificate.verdict,
        offlineByHearsay: byHearsay.reason ?? byHearsay.verdict,
        server: (await traveller.pass()).state,
        phone: stateAt(pass, now, true),
        left: `${view.phase} ${view.days} ${view.hours} ${view.minutes}`,
      }
      for (const one of [knowing, unknowing]) one.stop()
    }
    return answers
  } finally {
    await gates.close()
  }
}
