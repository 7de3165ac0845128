import * as z from 'zod/mini'
import { TERMS_CODES } from '../terms.ts'
import { call, page } from './call.ts'
import { language, paging, uid, yn } from './fields.ts'

const head = z.object({ code: z.enum(TERMS_CODES), title: z.string(), requiredYn: yn, effectiveDate: z.string() })

export const list = call({
  method: 'GET',
  path: '/terms/list',
  who: 'anonymous',
  shared: true,
  summary: 'Legal texts',
  query: z.strictObject({ ...paging, language }),
  data: page(head),
})

export const detail = call({
  method: 'GET',
  path: '/terms/{code}',
  who: 'anonymous',
  shared: true,
  summary: 'One legal text',
  refuses: ['E_NOT_FOUND'],
  params: z.strictObject({ code: uid }),
  query: z.strictObject({ language }),
  /** Plain text: shown as text, never as HTML. */
  data: z.extend(head, { sections: z.array(z.object({ heading: z.string(), body: z.string() })) }),
})
