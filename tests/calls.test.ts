import { describe, expect, test } from 'vitest'
import { CALLS } from '#contract/calls/index.ts'
import { ERRORS } from '#contract/errors.ts'
import { toJSONSchema } from 'zod/v4/core'
import { openApiOf, refusalsOf } from '#server/http/openapi.ts'

/** The 77 calls (spec 7.18): method, path below `/api/v1`, caller, and named parameters. */
const SPECIFIED = `
POST /account/login anonymous body id,password,autoLgnYn
POST /account/update-token anonymous body accessToken,refreshToken
GET /account/check-id anonymous query id
GET /account/find-id anonymous query engNm,engSurname,mobile,ntnCd
GET /account/find-password anonymous query email
POST /account/sign-up anonymous
POST /account/change-password anonymous
POST /account/easy-login anonymous
GET /account/code anonymous query select
POST /cert/check anonymous
POST /cert/send-mail anonymous query email
GET /codes/GDS_TYCD anonymous
GET /codes/CTPV anonymous
GET /codes/SGG anonymous
GET /codes/{codeType} anonymous query upCd
GET /codes-name/{code} anonymous
GET /terms/{code} anonymous
GET /terms/list anonymous query pageNum,pageSize
GET /receiptplace/{id} anonymous
POST /file member multipart
POST /inquiry/insertInquiry anyone body email,content
GET /main/benefit anonymous
GET /main/main anonymous query searchKeyword,language,mo
GET /main/main-pass anonymous query searchKeyword,language
GET /main/popup anonymous query language
GET /mypage/AttractionHistory member query pageNum,pageSize,qrcode
GET /mypage/buy/list member query pageNum,pageSize
GET /mypage/coupon member query pageNum,pageSize
GET /mypage/myCoupon member query pageNum,pageSize,psTycd
GET /mypage/myAttraction/list member
GET /mypage/myPage member
GET /mypage/myPass/list member
GET /mypage/exchangeCard/list member
GET /mypage/voucher member query rsvtUid
GET /mypage/pass/insert member query cardNum,isQrcode
GET /mypage/gift/list member query type,pageNum,pageSize
GET /mypage/validation-id member query id
POST /mypage/coupon/insert member query couponPblcnUid
POST /mypage/paperCoupon/insert member query couponUid
POST /mypage/change-password member
POST /mypage/gift/insert member
PATCH /mypage/my-info/update member
PATCH /mypage/refundPass member query etcWhy,rsvtUid,whyCd
PATCH /mypage/sign-out member
PATCH /mypage/gift/receive member
PATCH /mypage/gift/refuse member
PATCH /mypage/gift/cancel member
GET /pass/list anonymous query pageNum,pageSize,psCd,language
GET /pass/detail/{id} anonymous
POST /pass/buyPass member
POST /pass/buyPassPayInfo member query couponUid,gdsDtlUid,passCnt,promoCode,price,isPay
POST /pgLog member
GET /posts/list anonymous query pageNum,pageSize,searchKeyword
GET /posts/{id} anonymous
GET /posts/faq/list anonymous
GET /posts/faq/{id} anonymous
GET /attraction/list anonymous query pageNum,pageSize,etcInformation,areaCd,facilitiesRecordList,gdsCategoryCd,gdsTycd,searchKeyword
GET /attraction/detail/{id} anonymous
POST /attraction/interest member query gdsUid
DELETE /attraction/interest/delete member query gdsUid
GET /recommendTour/list anonymous query searchKeyword,themeCd,etcInformation,tourDays,pageNum,pageSize
GET /recommendTour/detail/{id} anonymous
GET /recommendTour/detail/attraction/{gdsUid} anonymous
GET /reserve/list member query startDate,endDate,gdsTycd,languageCd,pageNum,pageSize,type
POST /reserve/ member
PATCH /reserve/cancel member query reserveId
GET /reserve/coupon member query goodsDtlId
GET /reserve/goods-info member query goodsCnt,goodsDtlId,languageCd,priceSn
POST /reserve/pay-info member
GET /reserve/user-info member
GET /stickyArea/directions anonymous
GET /stickyArea/liveChat anonymous
GET /stickyArea/myPass anyone
GET /stickyArea/promotion/list anonymous query searchFilter,searchKeyword
GET /stickyArea/promotion/{id} anonymous
GET /stickyArea/travelInfo/list anonymous query touristTycd
GET /stickyArea/travelInfo/{id} anonymous
`
  .trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', who = '', kind, names = ''] = line.split(' ')
    return { call: `${method} ${path}`, who, kind, names: names.split(',').filter(Boolean) }
  })

interface Parameter {
  name: string
  in: string
  required: boolean
}
interface Schema {
  properties?: Record<string, unknown>
  anyOf?: Schema[]
}
interface Operation {
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses?: Record<string, unknown>
  security?: unknown
}

const { paths } = openApiOf(CALLS, 'http://localhost') as { paths: Record<string, Record<string, Operation>> }
const rows = new Map([...CALLS.values()].map((call) => [`${call.method} ${call.path}`, call]))
const operation = (call: string): Operation | undefined => {
  const [method = '', path = ''] = call.split(' ')
  return paths[path]?.[method.toLowerCase()]
}
const queryOf = (call: string): Parameter[] => operation(call)?.parameters.filter((one) => one.in === 'query') ?? []
const namesIn = (schema: Schema): string[] => [
  ...Object.keys(schema.properties ?? {}),
  ...(schema.anyOf ?? []).flatMap(namesIn),
]
const bodyOf = (call: string): string[] =>
  Object.values(operation(call)?.requestBody?.content ?? {}).flatMap(({ schema }) => namesIn(schema))

test('the table holds all 77 calls under their names, and marks all others as additions', () => {
  expect(SPECIFIED).toHaveLength(77)
  const specified = new Set(SPECIFIED.map(({ call }) => call))
  expect([...specified].filter((call) => !rows.has(call))).toEqual([])
  const unmarked = [...rows].filter(([name, call]) => specified.has(name) === (call.addition === true))
  expect(unmarked.map(([name]) => name)).toEqual([])
})

test.each(SPECIFIED)('$call has the caller of the specification', ({ call, who }) => {
  expect(rows.get(call)?.who).toBe(who)
})

test.each(SPECIFIED.filter(({ kind }) => kind === 'query'))('$call takes $names in its query', ({ call, names }) => {
  const taken = queryOf(call).map(({ name }) => name)
  expect(names.filter((name) => !taken.includes(name))).toEqual([])
})

test.each(SPECIFIED.filter(({ kind }) => kind === 'body'))('$call takes $names in its body', ({ call, names }) => {
  const taken = bodyOf(call)
  expect(names.filter((name) => !taken.includes(name))).toEqual([])
})

test.each(SPECIFIED)('$call requires no parameter that the specification does not name', ({ call, names }) => {
  const required = queryOf(call).filter(({ required: isRequired }) => isRequired)
  expect(required.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([])
})

test.each(SPECIFIED.filter(({ kind }) => kind === 'multipart'))('$call takes a form with a file', ({ call }) => {
  expect(Object.keys(operation(call)?.requestBody?.content ?? {})).toEqual(['multipart/form-data'])
})

describe('the OpenAPI document', () => {
  const all = [...CALLS].map(([name, call]) => ({ name, call, documented: operation(`${call.method} ${call.path}`) }))

  test.each(all)('$name: gives caller, parameters, answer and refusals', ({ call, documented }) => {
    const inPath = documented?.parameters.filter((one) => one.in === 'path').map((one) => one.name)
    expect(inPath).toEqual([...call.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param))
    expect(Object.keys(documented?.requestBody?.content ?? {})).toHaveLength(call.body ? 1 : 0)
    if (!call.raw) expect(JSON.stringify(documented?.responses?.['200'])).toContain('"data"')
    // Answers allow no additional properties: an undeclared field is a fault.
    if (!call.raw) expect(JSON.stringify(documented?.responses?.['200'])).toContain('"additionalProperties":false')
    const refused = JSON.stringify(documented?.responses)
    for (const code of refusalsOf(call)) expect(refused).toContain(`"${code}"`)
    if (call.who === 'member') expect(refused).toContain('"E_TOKEN"')
    expect(documented?.security).toEqual(
      { member: [{ bearer: [] }], anyone: [{}, { bearer: [] }], gate: [{ gate: [] }] }[call.who as string],
    )
  })

  test('each error code is a refusal of a call', () => {
    const used = new Set<string>(all.flatMap(({ call }) => refusalsOf(call)))
    // These two are for addresses that are no call.
    for (const code of ['E_ROUTE', 'E_METHOD']) used.add(code)
    expect(Object.keys(ERRORS).filter((code) => !used.has(code))).toEqual([])
  })
})

test('answers have yes or no as a …Yn field, and a boolean of the first release is deprecated and names that field', () => {
  const marked: string[] = []
  const walk = (schema: unknown, at: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { properties } = schema as { properties?: Record<string, Record<string, unknown>> }
    for (const [name, property] of Object.entries(properties ?? {})) {
      if (property.type !== 'boolean') continue
      const instead = /`(\w+Yn)`/.exec(String(property.description))?.[1] ?? ''
      expect({ at, name, deprecated: property.deprecated }).toEqual({ at, name, deprecated: true })
      expect(Object.keys(properties ?? {})).toContain(instead)
      marked.push(name)
    }
    for (const [name, inner] of Object.entries(schema)) walk(inner, `${at}.${name}`)
  }
  for (const [name, { data }] of CALLS) walk(toJSONSchema(data, { io: 'output' }), name)
  expect(new Set(marked)).toEqual(new Set(['reservationRequired', 'always', 'current', 'received']))
})
