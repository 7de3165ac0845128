import * as z from 'zod/mini'
import { call } from './call.ts'
import { uuid } from './fields.ts'
import { voucherCode } from './vouchers.ts'

const codes = z.object({ rsvtUid: uuid, codes: z.array(voucherCode) })

export const show = call({
  method: 'POST',
  path: '/mypage/voucher/code',
  who: 'member',
  addition: true,
  unstored: true,
  summary: 'Shows the codes of a confirmed reservation, which then cannot be cancelled for a refund',
  refuses: ['E_NOT_FOUND', 'E_RESERVE_STATE'],
  body: z.strictObject({ rsvtUid: uuid }),
  data: codes,
})

export const use = call({
  method: 'POST',
  path: '/mypage/voucher/code/use',
  who: 'member',
  addition: true,
  unstored: true,
  summary: 'Marks a shown code of a reservation as used, once',
  refuses: ['E_NOT_FOUND', 'E_RESERVE_STATE'],
  body: z.strictObject({ rsvtUid: uuid, codeUid: uuid }),
  data: codes,
})
