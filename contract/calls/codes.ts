import * as z from 'zod/mini'
import { call } from './call.ts'
import { code, language, text } from './fields.ts'

const list = z.array(code)
const query = z.strictObject({ upCd: z.optional(text(40)), language })

export const goodsTypes = call({
  method: 'GET',
  path: '/codes/GDS_TYCD',
  who: 'anonymous',
  shared: true,
  summary: 'Goods types',
  query,
  data: list,
})
export const cities = call({
  method: 'GET',
  path: '/codes/CTPV',
  who: 'anonymous',
  shared: true,
  summary: 'Cities',
  query,
  data: list,
})
export const districts = call({
  method: 'GET',
  path: '/codes/SGG',
  who: 'anonymous',
  shared: true,
  summary: 'Districts',
  query,
  data: list,
})
export const codes = call({
  method: 'GET',
  path: '/codes/{codeType}',
  who: 'anonymous',
  shared: true,
  summary: 'Any code list, children of upCd',
  refuses: ['E_NOT_FOUND'],
  params: z.strictObject({ codeType: text(20) }),
  query,
  data: list,
})
export const codeName = call({
  method: 'GET',
  path: '/codes-name/{code}',
  who: 'anonymous',
  shared: true,
  summary: "One code's name in the call's language",
  refuses: ['E_NOT_FOUND'],
  params: z.strictObject({ code: text(40) }),
  query: z.strictObject({ language }),
  data: code,
})
