import type { DeviceDb, Wipe } from '#db/device.ts'
import { VALUE_KEYS } from '#db/names.ts'
import { sessionEnd, type SessionEnd } from './outbox/commands/sessionEnd.ts'
import { enqueue } from './outbox/enqueue.ts'
import { deviceHome } from './outbox/home.ts'
import type { ClientStorage } from './storage.ts'

export interface SignOutRecord {
  wipe: Wipe
  /** Null: the session had no token. */
  report: SessionEnd | null
  /** Time of the sign-out, in ms. */
  at: number
}

/**
 * Records a sign-out in the device database, in one transaction: lists the wipe of the mirror (S8), deletes the session
 * pointer and the cart (S6), and queues the report to the server (O45). On a full disk only deletes (S19). Call the
 * resolved function after the wipe, which makes room: it queues a report that found none, and resolves false when there
 * still is none.
 */
export const recordSignOut = async (
  device: DeviceDb,
  { withQuotaRetry }: Pick<ClientStorage, 'withQuotaRetry'>,
  { wipe, report, at }: SignOutRecord,
): Promise<() => Promise<boolean>> => {
  const deleteSession = () => device.kept.bulkDelete([VALUE_KEYS.session, VALUE_KEYS.cart])
  const queueReport = async () => {
    if (report) await enqueue(deviceHome(device), sessionEnd, report, at, report.id)
  }
  const isRecorded = await withQuotaRetry(() =>
    device.transaction('rw', [device.kept, device.outbox, device.inquiries, device.stamps], async () => {
      const wipes = (await device.read(VALUE_KEYS.wipes)) ?? []
      await device.keep(VALUE_KEYS.wipes, [...wipes, wipe])
      await deleteSession()
      await queueReport()
    }),
  )
  if (isRecorded) return async () => true
  await deleteSession()
  return () => withQuotaRetry(queueReport)
}
