import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { interest, interestDelete } from '#contract/calls/attraction.ts'
import { catalogue } from '#contract/calls/main.ts'
import { myAttractionList, myPage } from '#contract/calls/mypage.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signUpMember, type App } from '../harness/factories.ts'

describe.each(drawnEngines())('favourites on %s', (engine) => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  let token = ''
  let places: string[] = []
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => now })
    token = (await signUpMember(app)).accessToken
    places = ((await app.call(catalogue, { query: {} })).data?.attractions ?? []).map(({ gdsUid }) => gdsUid)
  })
  afterAll(() => app.close())

  const list = async (as = token) => (await app.call(myAttractionList, { token: as })).data?.list

  test('guests, bad input and ids that are no attraction are refused', async () => {
    const [gdsUid = ''] = places
    for (const call of [interest, interestDelete]) {
      expect((await app.call(call, { query: { gdsUid } })).status.code).toBe('E_TOKEN')
      for (const query of [{}, { gdsUid: '' }, { gdsUid: '../x' }, { gdsUid, more: '1' }])
        expect((await app.call(call, { token, query: query as never })).http).toBe(422)
    }
    expect((await app.call(interest, { token, query: { gdsUid: 'nowhere' } })).status.code).toBe('E_NOT_FOUND')
    expect((await app.call(myAttractionList, {})).http).toBe(400)
    expect(await list()).toEqual([])
  })

  test('favourites are a set for each member, newest first, and adding or removing twice changes nothing', async () => {
    const [first = '', second = ''] = places
    const add = (gdsUid: string) => app.call(interest, { token, query: { gdsUid } })
    const at = now
    expect((await add(first)).data).toMatchObject({ gdsUid: first, interestYn: 'Y', at })
    now += 1000
    await add(second)
    now += 1000
    expect((await add(first)).data).toMatchObject({ interestYn: 'Y', at })
    expect(await list()).toEqual([
      { gdsUid: second, at: at + 1000 },
      { gdsUid: first, at },
    ])
    expect((await app.call(myPage, { token })).data?.counts.favourites).toBe(2)
    const otherMember = await signUpMember(app)
    expect(await list(otherMember.accessToken)).toEqual([])
    await app.call(interestDelete, { token: otherMember.accessToken, query: { gdsUid: first } })

    const remove = () => app.call(interestDelete, { token, query: { gdsUid: second } })
    expect((await remove()).data).toMatchObject({ gdsUid: second, interestYn: 'N', at: null })
    expect((await remove()).data).toMatchObject({ gdsUid: second, interestYn: 'N', at: null })
    expect(await list()).toEqual([{ gdsUid: first, at }])
  })
})
