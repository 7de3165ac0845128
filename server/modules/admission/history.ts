import type { Use } from '#contract/calls/admission.ts'
import type { Locale } from '#contract/locales.ts'
import type { Database } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import { placeName } from '#server/modules/gate/service.ts'
import * as reads from './reads.ts'

/** Where the member's passes were used, newest first (specification 7). Throws `E_NOT_FOUND` for a foreign pass. */
export const listUses = async (
  db: Database,
  memberId: string,
  { pageNum, pageSize, qrcode }: { pageNum: number; pageSize: number; qrcode?: string | undefined },
  locale: Locale,
) => {
  if (qrcode !== undefined && !(await reads.owns(db, qrcode, memberId))) throw new Refusal('E_NOT_FOUND')
  const { rows, total } = await reads.pageOfUses(db, {
    memberId,
    passUid: qrcode,
    limit: pageSize,
    offset: (pageNum - 1) * pageSize,
  })
  const list: Use[] = []
  for (const { placeUid, ...row } of rows) {
    const name = await placeName(db, row.kind === 'entry' ? 'attraction' : 'venue', placeUid, locale)
    list.push({ ...row, gdsUid: placeUid, name })
  }
  return { list, pageNum, pageSize, total }
}
