import { expect, test } from 'vitest'
import { goodsAddress, goodsKindOf } from './goodsAddress.ts'

test('goods of any other type have no kind, and so no link (spec 2.15)', () => {
  for (const gdsTycd of ['', 'hotel', 'CD0000000078', 'CD0000000083', 'CD0000000099'])
    expect(goodsKindOf(gdsTycd)).toBe(undefined)
})

test('hotels, tours, activities and vouchers have the address of their type (spec 2.15)', () => {
  const types = ['CD0000000079', 'CD0000000080', 'CD0000000081', 'CD0000000082']
  expect(types.map((gdsTycd) => goodsAddress(goodsKindOf(gdsTycd) ?? 'activity', 'a b'))).toEqual([
    '/hotel/a%20b',
    '/tour/a%20b',
    '/activity/a%20b',
    '/voucher/a%20b',
  ])
  expect(goodsAddress('tour', 'x', { step: 'done', rsvtUid: 'r', option: undefined })).toBe(
    '/tour/x?step=done&rsvtUid=r',
  )
})
