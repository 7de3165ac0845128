import { OUTBOX_MAX } from '#contract/limits.ts'
import { openKeys } from '#server/keys.ts'
import { openSession, tokensOf } from '#server/modules/session/service.ts'
import { Browser, dropProfile, newProfile, probe } from './browser.ts'
import { insertMembers, fill } from './fill.ts'
import { MEMBER_DB, liveCode, seedExpression, type Person } from './seed.ts'
import { withServers } from './server.ts'
import { HAS_DEVICE_DB, waitForExpression } from './waitForExpression.ts'

/** A full outbox: the time from opening the page, on loopback, until the server has processed all of it. */

const PATIENCE_MS = 120_000

const signInMembers = (folder: string, count: number): Promise<Person[]> =>
  fill(folder, async (db, config) => {
    const deps = { keys: openKeys(config), clock: Date.now }
    const people: Person[] = []
    for (const { id: memberId = '' } of await insertMembers(db, count)) {
      const row = await db.transaction((tx) =>
        openSession(tx, deps, { memberId, keep: true, label: null, locale: 'en' }),
      )
      const { accessToken, refreshToken } = await tokensOf(deps, row)
      people.push({ memberId, accessToken, refreshToken })
    }
    return people
  })

const WAITING = `new Promise((ok, no) => {
  const opening = indexedDB.open(${JSON.stringify(MEMBER_DB)})
  opening.onerror = () => no(opening.error)
  opening.onsuccess = () => {
    const db = opening.result
    const count = db.transaction('outbox').objectStore('outbox').count()
    count.onsuccess = () => { db.close(); ok(count.result) }
  }
})`

const drainOnce = async (port: number, as: Person): Promise<number> => {
  const profile = newProfile()
  const browser = await Browser.open(profile, probe('main'), 1)
  const origin = `http://localhost:${port}`
  try {
    await browser.send('Page.navigate', { url: `${origin}/home` })
    await waitForExpression(browser, HAS_DEVICE_DB)
    await browser.evaluate(
      seedExpression(await liveCode(), Date.now(), { waiting: OUTBOX_MAX, isSignedIn: true, member: as }),
    )
    if ((await browser.evaluate(WAITING)) !== OUTBOX_MAX) throw new Error('the queue is not full')
    const began = performance.now()
    await browser.send('Page.navigate', { url: `${origin}/myPage/inquiry` })
    await waitForExpression(browser, `${WAITING}.then((left) => left === 0)`, PATIENCE_MS)
    const seconds = (performance.now() - began) / 1000
    const response = await fetch(`${origin}/api/v1/inquiry/list?pageSize=1`, {
      headers: { authorization: `Bearer ${as.accessToken}` },
    })
    const { data } = (await response.json()) as { data: { total: number } | null }
    if (data?.total !== OUTBOX_MAX) throw new Error(`${data?.total} effects of ${OUTBOX_MAX} actions`)
    return seconds
  } finally {
    await browser.close()
    dropProfile(profile)
  }
}

/** Seconds to send 200 inquiries of maximum length; each round has a new member and browser. */
export const drainTimes = (rounds: number): Promise<number[]> =>
  withServers({
    prepare: (folder) => signInMembers(folder, rounds),
    work: async ([port = 0], people) => {
      const times: number[] = []
      for (const [nth, person] of people.entries()) {
        times.push(await drainOnce(port, person))
        console.log(`round ${nth + 1} queue: ${times.at(-1)?.toFixed(1)} s`)
      }
      return times
    },
  })
