import { stateAt } from '#contract/rules/passState.ts'
import { viewOf } from '#routes/myPage/-parts/pass-view.ts'
import { myPassList } from '#contract/calls/mypage.ts'
import { signIn } from '../../harness/factories.ts'
import type { Engine } from '../../harness/app.ts'
import { DAY, openGates, SECOND, VENUE, type Gates } from '../kit.ts'
import { openScanner } from '../scanner.ts'

/** 24 hours in which clocks in Los Angeles are set back: by its wall clock they end at noon, not at one. */
const START = Date.UTC(2026, 9, 31, 20)
export const ZONES = ['Asia/Seoul', 'Pacific/Apia', 'America/Los_Angeles'] as const
export const INSTANTS = { '23:59:59': DAY - SECOND, '24:00:00': DAY, '24:00:01': DAY + SECOND } as const

/** What everybody says of a 24H pass at these instants after its first entry. */
export interface Said {
  /** A gate with a network, where the pass was not yet. */
  online: string
  /** The server, of entries that a gate made without a network at that instant. */
  journal: string
  /** Gates without a network: one whose visitor’s phone has the certificate of the running window… */
  offlineByCertificate: string
  /** …and one that heard from the server when the window ends. */
  offlineByHearsay: string
  /** The member’s list, and what a phone makes of an older one by itself. */
  server: string
  phone: string
  /** On the card of My Pass. */
  left: string
}

/** Where this process believes to be. */
export const surroundings = () => ({
  minutes: -new Date(START).getTimezoneOffset(),
  calendar: new Intl.DateTimeFormat().resolvedOptions().calendar,
})

/** A visitor who has just gone in, and the gates that will be asked; two of them have no network from now on. */
const morning = async (gates: Gates) => {
  const [a, b] = [gates.inGroup('A'), gates.inGroup('B')]
  const traveller = await gates.traveller()
  const [knowing, unknowing] = [await openScanner(gates), await openScanner(gates)]
  await knowing.enrolAt(VENUE)
  await unknowing.enrolAt(b[0] ?? '')
  await (await gates.gate(a[0] ?? '')).scan(await traveller.code())
  await knowing.read(await traveller.code(START + SECOND))
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

/** Lives through such a day in this process’s zone and calendar; what was said at each instant. */
export const liveThrough = async (engine: Engine): Promise<Record<string, Said>> => {
  const gates = await openGates(engine, START)
  try {
    const visitors = []
    for (const [name, after] of Object.entries(INSTANTS)) visitors.push({ name, after, ...(await morning(gates)) })
    const said: Record<string, Said> = {}
    for (const { name, after, traveller, pass, knowing, unknowing, fresh, late } of visitors) {
      const now = START + after
      gates.time.now = now
      // All scanners live through this one day.
      for (const one of [knowing, unknowing]) one.clock.advance(after)
      const { code, phone } = traveller
      const byCertificate = await unknowing.read(await gates.draw(phone, pass.certificate))
      const byHearsay = await knowing.read(await code())
      const verdict = (await fresh.scan(await code(now + SECOND))).data
      const entry = { entryUid: crypto.randomUUID(), seq: 1, at: now, code: await code(now + 2 * SECOND) }
      const journal = (await late.upload([entry])).data?.results[0]
      const view = viewOf(pass, now, true)
      said[name] = {
        online: verdict?.reason ?? verdict?.verdict ?? '',
        journal: journal?.reason ?? journal?.outcome ?? '',
        offlineByCertificate: byCertificate.reason ?? byCertificate.verdict,
        offlineByHearsay: byHearsay.reason ?? byHearsay.verdict,
        server: (await traveller.pass()).state,
        phone: stateAt(pass, now),
        left: `${view.phase} ${view.days} ${view.hours} ${view.minutes}`,
      }
      for (const one of [knowing, unknowing]) one.stop()
    }
    return said
  } finally {
    await gates.close()
  }
}
