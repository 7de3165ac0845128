import { applicationOrigin, floorOrigin, type Origin } from './origin.ts'
import { FORTNIGHT_MS, liveCode, LONG_AWAY, seedExpression } from './seed.ts'
import { Shaper } from './shaper.ts'
import { ratios, slowestTenth, type verdict } from './statistics.ts'
import { visit, type Sample, type Site } from './visits.ts'

/** One line of the table. */
export interface Row {
  figure: string
  values: number[]
  limit: number
  unit: string
  /** The limit is a minimum. */
  least?: true
  /** Where it does not follow from the values and the limit alone. */
  verdict?: ReturnType<typeof verdict>
}

/** Visits floor and application alternately. Returns the application's values, and their ratios to the floor. */
const compareWithFloor = async (rounds: number, seedOf: (code: Awaited<ReturnType<typeof liveCode>>) => string) => {
  const code = await liveCode()
  const [app, floor] = [await applicationOrigin(), await floorOrigin(code)]
  const site = async (
    name: string,
    { port, requests }: Origin,
    options: Omit<Site, 'name' | 'shaper' | 'requests'>,
  ): Promise<Site> => ({
    name,
    requests,
    shaper: await new Shaper(port).start(),
    ...options,
  })
  const home = { home: '/home', marker: '#app [data-screen="/home"]', pass: '/myPage/myPass', seed: seedOf(code) }
  const sites = [
    await site('floor', floor, { home: '/', marker: 'svg[data-qr]', pass: '/', seed: '' }),
    await site('app', app, home),
  ]
  const samples: Record<string, Sample[]> = { floor: [], app: [] }
  for (let round = 1; round <= rounds; round += 1) {
    for (const each of sites) {
      const sample = await visit(each)
      samples[each.name]?.push(sample)
      console.log(
        `round ${round} ${each.name}: ${Object.entries(sample)
          .map(([key, value]) => `${key} ${value.toFixed(key === 'cls' ? 3 : 0)}`)
          .join(', ')}`,
      )
    }
  }
  for (const { shaper } of sites) await shaper.mode('stopped')
  app.close()
  floor.close()
  const of = (name: string, key: string): number[] => (samples[name] ?? []).map((sample) => sample[key] ?? Number.NaN)
  return { of: (key: string) => of('app', key), ratio: (key: string) => ratios(of('app', key), of('floor', key)) }
}

/** The first visit, and the time from opening the page to the code while offline. */
export const pages = async (rounds: number): Promise<Row[]> => {
  const { of, ratio } = await compareWithFloor(rounds, (code) => seedExpression(code, Date.now()))
  return [
    { figure: 'first visit: LCP', values: ratio('lcp'), limit: 1.1, unit: '× floor' },
    { figure: 'first visit: LCP, slowest tenth', values: [slowestTenth(ratio('lcp'))], limit: 1.4, unit: '× floor' },
    { figure: 'first visit: CLS', values: of('cls'), limit: 0.01, unit: '' },
    { figure: 'first visit: TBT', values: of('tbt'), limit: 50, unit: 'ms' },
    { figure: 'first visit: TBT, slowest tenth', values: [slowestTenth(of('tbt'))], limit: 70, unit: 'ms' },
    { figure: 'first visit: busy to ready', values: of('busy'), limit: 300, unit: 'ms' },
    { figure: 'first visit: JavaScript until the page answers', values: of('script'), limit: 110, unit: 'kB' },
    { figure: 'first visit: CSS files', values: of('style'), limit: 15, unit: 'kB' },
    { figure: 'first visit, precache included, on the wire', values: of('wire'), limit: 450, unit: 'kB' },
    { figure: 'first visit: requests', values: of('requests'), limit: 60, unit: '' },
    { figure: 'precache done', values: of('precacheDone'), limit: 6000, unit: 'ms' },
    { figure: 'offline, browser restarted: code', values: ratio('cold'), limit: 1.2, unit: '× floor' },
    { figure: 'offline, warm: code', values: ratio('warm'), limit: 1.2, unit: '× floor' },
    { figure: 'network hangs: code', values: ratio('hanging'), limit: 1.2, unit: '× floor' },
  ]
}

/** The time to the code after a fortnight offline: 20 passes, 200 waiting actions, and as many of another member. */
export const afterFortnight = async (rounds: number): Promise<Row[]> => {
  const { ratio } = await compareWithFloor(rounds, (code) => seedExpression(code, Date.now() - FORTNIGHT_MS, LONG_AWAY))
  return [
    { figure: 'after a fortnight, restarted: code', values: ratio('cold'), limit: 1.2, unit: '× floor' },
    { figure: 'after a fortnight, warm: code', values: ratio('warm'), limit: 1.2, unit: '× floor' },
    { figure: 'after a fortnight, network hangs: code', values: ratio('hanging'), limit: 1.2, unit: '× floor' },
  ]
}
