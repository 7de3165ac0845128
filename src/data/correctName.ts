import { updateMyInfo } from './myInfo.ts'
import type { Outcome } from './outcome.ts'

/** Corrects the member's name, also on passes that were not used. Needs the server; never queued. */
export const correctName = async (name: { engSurname: string; engNm: string }): Promise<Outcome<null>> => {
  const changed = await updateMyInfo(name)
  return changed.ok ? { ok: true, data: null } : changed
}
