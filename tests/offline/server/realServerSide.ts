import { hashSync } from '@node-rs/argon2'
import { eq, sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { uuidv7 } from 'uuidv7'
import type { Call } from '#contract/calls/call.ts'
import * as gift from '#contract/calls/gift.ts'
import * as mypage from '#contract/calls/mypage.ts'
import * as newsfeed from '#contract/calls/newsfeed.ts'
import { ACCESS_TOKEN_S, PAGE_SIZE_MAX } from '#contract/limits.ts'
import { isDatabaseAway } from '#server/db/errors.ts'
import { DatabaseAway } from '#server/db/databaseAway.ts'
import { inquiry } from '#server/db/schema/inquiry.ts'
import { member } from '#server/db/schema/member.ts'
import { notifyMember } from '#server/modules/news/service.ts'
import { openSession, tokensOf } from '#server/modules/session/service.ts'
import type { TestClock } from '../../harness/clock.ts'
import { freshEmail, PASSWORD, type App } from '../../harness/factories.ts'
import { waitUntil } from '../../harness/tabs.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { signIn } from '#data/signIn.ts'
import { UNKNOWN_PLACE } from '../peer.ts'
import { MEMBERS, type ServerSide, type Who } from '../serverSide.ts'
import { handlerOf, issuePass } from './phones.ts'

/** A valid password hash at minimal cost; the real cost is tested with passwords. */
const CHEAP = hashSync(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
const PASSES: readonly Who[] = ['anna', 'anna', 'bob']
const TRIES = 20
const PATIENCE_MS = 60_000
const ENDS = { accepted: gift.giftReceive, declined: gift.giftRefuse, cancelled: gift.giftCancel } as const

/** Inserts two members as a sign-up would, with a cheap password hash. */
export const newcomers = async ({ deps }: App, now: number) => {
  const members = new Map<Who, { id: string; email: string }>()
  for (const who of MEMBERS) {
    const [id, email] = [uuidv7(), freshEmail()]
    const agreed = { termsAt: now, privacyAt: now, marketingAt: null, joinedAt: now }
    const person = {
      engSurname: 'Lin',
      engNm: who,
      gender: 'none',
      birthYear: null,
      ntnCd: null,
      mobile: null,
    } as const
    await deps.db
      .insert(member)
      .values({ id, email, passwordHash: CHEAP, ...person, ...agreed, photo: null, withdrawnAt: null })
    members.set(who, { id, email })
  }
  return members
}

/** Returns the real server with two new members, who have passes to give away. */
export const createRealSide = async (app: App, clock: TestClock): Promise<ServerSide> => {
  const { deps } = app
  const people = await newcomers(app, deps.clock())
  const idOf = (who: Who) => people.get(who)?.id ?? ''
  const email = (who: Who) => people.get(who)?.email ?? ''
  const had = new Map<string, Who>()
  for (const who of PASSES) had.set(await issuePass(app, idOf(who)), who)
  let newsCount = 0

  /** Retries while the database is unavailable: other work on the machine may starve it for a moment. */
  const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let triesLeft = TRIES; ; triesLeft -= 1) {
      try {
        return await work()
      } catch (error) {
        if (triesLeft === 0 || !isDatabaseAway(error)) throw error
      }
      const answers = () =>
        deps.db.execute(sql`select 1`).then(
          () => true,
          () => false,
        )
      await waitUntil(answers, 'an answer of the database', PATIENCE_MS)
    }
  }
  /** Opens another session of a member; returns its access token. */
  const elsewhere = async (who: Who): Promise<string> => {
    const row = await patiently(() =>
      deps.db.transaction((tx) =>
        openSession(tx, deps, { memberId: idOf(who), keep: true, label: null, locale: 'en' }),
      ),
    )
    return (await tokensOf(deps, row)).accessToken
  }
  const callAs = async <C extends Call>(entry: C, who: Who, query: Record<string, string> = {}) => {
    const token = await elsewhere(who)
    return patiently(async () => {
      const { data, status } = await app.call(entry, { token, query })
      if (status.code === 'E_UNAVAILABLE') throw new DatabaseAway(entry.path)
      if (data === null) throw new Error(`${entry.path}: ${status.code}`)
      return data
    })
  }
  const all = { pageSize: String(PAGE_SIZE_MAX) }
  return {
    handler: handlerOf(app),
    places: ['busan-x-the-sky', 'haeundae-beach-train', 'sea-life-busan', UNKNOWN_PLACE],
    idOf,
    signIn: async (tab, who) => {
      replaceRuntime(tab.runtime)
      return (await signIn({ id: email(who), password: PASSWORD, keep: true, rememberId: false })).ok
    },
    holder: (authorization) => decodeJwt(authorization.replace('Bearer ', '')).sub ?? null,
    expire: () => clock.advance(ACCESS_TOKEN_S * 1000 + 1_000),
    favourites: async (who) => (await callAs(mypage.myAttractionList, who)).list.map(({ gdsUid }) => gdsUid),
    inquiries: async (id) => {
      const rows = await patiently(async () => deps.db.select().from(inquiry).where(eq(inquiry.id, id)))
      return rows.map(({ memberId, content }) => ({ author: memberId, content }))
    },
    effects: () => null,
    giftServer: {
      email,
      had,
      gifts: async (who) => (await callAs(gift.giftList, who, all)).list,
      passes: async (who) => (await callAs(mypage.myPassList, who)).list.map(({ passUid }) => passUid),
      news: async (who) => (await callAs(newsfeed.list, who, all)).list,
      tell: (who) => {
        const news = {
          memberId: idOf(who),
          kind: 'gift_received',
          key: `${idOf(who)} ${(newsCount += 1)}`,
          values: { pass: '48H', sender: 'Somebody' },
          at: deps.clock(),
        } as const
        return patiently(() => deps.db.transaction((tx) => notifyMember(tx, news)))
      },
      end: async (who, giftUid, end) => {
        const key = uuidv7()
        await app.call(ENDS[end], { token: await elsewhere(who), body: { giftUid }, key })
      },
    },
  }
}
