import type { Data } from '#contract/calls/call.ts'
import { myPass, type MyPass, type passName as passNameCall } from '#contract/calls/mypage.ts'
import { MOVES_PER_DAY } from '#contract/limits.ts'
import type { Wallet } from '#contract/codes.ts'
import type { Locale } from '#contract/locales.ts'
import { allowanceOf } from '#contract/rules/allowance.ts'
import { isLive, passState, type PassState } from '#contract/rules/passState.ts'
import { windowEnd } from '#contract/rules/passWindow.ts'
import { share } from '#contract/rules/proRata.ts'
import { passName } from '#contract/rules/text.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { groupListOf, groupListsOf, placeOf } from '#server/modules/catalogue/service.ts'
import { notifyMember } from '#server/modules/news/service.ts'
import { offeredWallets } from '#server/outside/wallet/settings.ts'
import { isFresh, issueCertificate } from './certificate.ts'
import * as store from './store.ts'

export { gateKeys, issuerKey, issuerKeys, issueVoucherCertificate } from './certificate.ts'
export { clearCertificates } from './store.ts'
export {
  blockUnits,
  claimForGift,
  claimForRefund,
  leaveGift,
  livePassesOf,
  lockPass,
  lockUnits,
  movePass,
  restoreUnits,
  unblockUnits,
  unitsOf,
  voidUnits,
} from './units.store.ts'
export { findAny as findPass } from './store.ts'
export { renameHolder } from './holder.ts'
export type { Pass } from './store.ts'
export { adoptPass, cardPassesOf, collectPass, countUncollected, issueCounterPass } from './cards.ts'
export { announceActivation, retractActivation } from './notices.ts'

/** Counts the member's passes that were not voided. */
export const countPasses = (tx: Database | Tx, memberId: string): Promise<number> => store.countOf(tx, memberId)

/** Returns how many passes that can be used each phone of a member shows, by `deviceUid`. */
export const countLiveByPhone = async (
  db: Database,
  memberId: string,
  now: number,
): Promise<ReadonlyMap<string, number>> => {
  const bound = (await store.listOf(db, memberId)).filter(({ key }) => key !== null)
  const admissions = await store.admissionsOf(
    db,
    bound.map(({ pass }) => pass.passUid),
  )
  const counts = new Map<string, number>()
  for (const { pass } of bound) {
    const entries = admissions.filter(({ passUid }) => passUid === pass.passUid)
    if (pass.deviceUid !== null && isLive(stateOf(pass, entries, now)))
      counts.set(pass.deviceUid, (counts.get(pass.deviceUid) ?? 0) + 1)
  }
  return counts
}

const stateOf = (pass: store.Pass, admissions: store.Admission[], now: number): PassState =>
  passState({ ...pass, type: pass.passType, entries: admissions }, now)

/** Returns the stored certificate while it is fresh, else issues and stores a new one. */
const certificateOf = async ({ db, keys }: Deps, { pass, key }: Pick<store.Bound, 'pass' | 'key'>, now: number) => {
  if (!key) return null
  if (pass.certificate !== null && pass.certificateNotAfter !== null && isFresh(keys, pass, now))
    return { certificate: pass.certificate, notAfter: pass.certificateNotAfter }
  const issued = issueCertificate(keys, { pass, key }, now)
  // The pass was bound again meanwhile, so this certificate is void. The next list contains the new one.
  return issued && (await store.storeCertificate(db, pass, issued.certificate, issued.notAfter)) ? issued : null
}

/** Returns a pass's order for its holder, empty if another member bought it. `buyerId` null: sold over the counter. */
export const ownOrderOf = (
  { memberId, ordUid, orderNumber }: Pick<store.Pass, 'memberId' | 'ordUid' | 'orderNumber'>,
  buyerId: string | null,
): Pick<store.Pass, 'ordUid' | 'orderNumber'> =>
  buyerId === null || buyerId === memberId ? { ordUid, orderNumber } : { ordUid: '', orderNumber: '' }

/** Returns what this member paid for the pass, KRW; null when somebody else paid. */
const paidOf = ({ pass: { unit }, buyerId, paid }: store.Bound, memberId: string): number | null => {
  if (paid === null || buyerId !== memberId) return null
  const sum = paid.amount + paid.points
  return share(sum, unit + 1, paid.passCnt) - share(sum, unit, paid.passCnt)
}

/** Returns the wallet apps on offer, and since when this pass is in each; none for a card. */
const walletsOf = (
  { passUid, medium }: store.Pass,
  copies: Awaited<ReturnType<typeof store.walletPassesOf>>,
  offered: readonly Wallet[],
): NonNullable<MyPass['wallets']> =>
  medium === 'card'
    ? []
    : offered.map((wallet) => ({
        wallet,
        addedAt: copies.find((copy) => copy.passUid === passUid && copy.wallet === wallet)?.addedAt ?? null,
      }))

/** Columns that the holder sees as they are stored: those that have a field in `myPass`. */
const SHOWN_COLUMNS = new Set(Object.keys(myPass.shape))
const shownColumns = (pass: store.Pass): Pick<store.Pass, keyof store.Pass & keyof MyPass> =>
  Object.fromEntries(Object.entries(pass).filter(([column]) => SHOWN_COLUMNS.has(column))) as store.Pass

/** Returns a member's passes, newest first, each with what its phone needs to draw the code (spec 1.22, 7.26). */
export const listPasses = async (deps: Deps, memberId: string, locale: Locale): Promise<MyPass[]> => {
  const now = deps.clock()
  const bound = await store.listOf(deps.db, memberId)
  const all = await store.admissionsOf(
    deps.db,
    bound.map(({ pass }) => pass.passUid),
  )
  const lists = await groupListsOf(deps.db)
  const offered = offeredWallets(deps.config.wallets)
  const copies = offered.length > 0 ? await store.walletPassesOf(deps.db, memberId) : []
  const list: MyPass[] = []
  for (const held of bound) {
    const { pass, key, buyerId } = held
    const admissions = all.filter(({ passUid }) => passUid === pass.passUid)
    const state = stateOf(pass, admissions, now)
    const issued = isLive(state) ? await certificateOf(deps, { pass, key }, now) : null
    const places: MyPass['admissions'] = []
    for (const { gdsUid, group, at } of admissions) {
      const place = await placeOf(deps.db, gdsUid, locale)
      if (!place) continue
      const { name, shortName, scene } = place
      places.push({ gdsUid, name, ...(shortName !== undefined && { shortName }), scene, group, at })
    }
    const { activatedAt, windowHours } = pass
    list.push({
      ...shownColumns(pass),
      ...ownOrderOf(pass, buyerId),
      state,
      refundRequestedYn: pass.refundUid !== null && pass.voided === null ? 'Y' : 'N',
      expiresAt: activatedAt === null ? null : windowEnd(activatedAt, windowHours),
      allowance: allowanceOf(pass.passType, admissions),
      groups: state === 'in_use' ? (await groupListOf(deps.db, lists, pass)).groups : null,
      admissions: places,
      paidPrice: paidOf(held, memberId),
      certificate: issued?.certificate ?? null,
      certificateNotAfter: issued?.notAfter ?? null,
      ...(offered.length > 0 && { wallets: walletsOf(pass, copies, offered) }),
    })
  }
  return list
}

/**
 * Returns whether the last phone that showed this pass is another than `deviceUid`, also when that phone shows it no
 * longer; false for a pass that no phone has shown. Throws `E_NOT_FOUND`, also for another member's pass.
 */
export const isLastShownElsewhere = async (
  db: Database,
  passUid: string,
  memberId: string,
  deviceUid: string,
): Promise<boolean> => {
  const pass = await store.find(db, passUid, memberId)
  if (!pass) throw new Refusal('E_NOT_FOUND')
  return pass.deviceUid !== null && pass.deviceUid !== deviceUid
}

/** Returns whether this member holds the pass. */
export const isOwnPass = async (db: Database, passUid: string, memberId: string): Promise<boolean> =>
  (await store.find(db, passUid, memberId)) !== undefined

/** Sets the member's name for a pass; null removes it. Throws `E_PASS_NAME`; `E_NOT_FOUND`, also for another's. */
export const namePass = async (
  tx: Tx,
  { passUid, memberId, name: typedName }: { passUid: string; memberId: string; name: string | null },
): Promise<Data<typeof passNameCall>> => {
  const name = typedName === null ? null : passName(typedName)
  if (typedName !== null && name === null) throw new Refusal('E_PASS_NAME')
  if (!(await store.setName(tx, passUid, memberId, name))) throw new Refusal('E_NOT_FOUND')
  return { passUid, name }
}

/** Returns the member's passes that are in an unanswered gift; no gate admits them. */
export const uidsInGift = async (db: Database, memberId: string): Promise<ReadonlySet<string>> =>
  new Set(await store.inGift(db, memberId))

/**
 * Binds a pass to a phone, under its row's lock. Moves it from another phone only when `mayMove`, at most three times a
 * day. Throws `E_NOT_FOUND`, `E_PASS_NOT_LIVE`, `E_PASS_ELSEWHERE`, `E_MOVES`.
 */
export const bindPass = async (
  tx: Tx,
  { passUid, memberId, deviceUid, mayMove }: { passUid: string; memberId: string; deviceUid: string; mayMove: boolean },
  now: number,
): Promise<void> => {
  const pass = await store.lock(tx, passUid, memberId)
  if (!pass) throw new Refusal('E_NOT_FOUND')
  if (pass.deviceUid === deviceUid) return
  const state = stateOf(pass, await store.admissionsOf(tx, [passUid]), now)
  if (!isLive(state) || pass.medium !== 'mobile') throw new Refusal('E_PASS_NOT_LIVE')
  if (pass.deviceUid !== null) {
    if (!mayMove) throw new Refusal('E_PASS_ELSEWHERE')
    if ((await store.movesAfter(tx, passUid, now - DAY_MS)) >= MOVES_PER_DAY) throw new Refusal('E_MOVES')
    await store.insertMove(tx, { passUid, fromDeviceUid: pass.deviceUid, toDeviceUid: deviceUid, at: now })
    const key = `pass_moved:${passUid}:${pass.epoch}`
    await notifyMember(tx, { memberId, kind: 'pass_moved', key, values: { pass: pass.passType }, at: now })
  }
  await store.bind(tx, passUid, deviceUid)
}

/**
 * Voids the certificates of all passes on a member's phones, except on `exceptDeviceUid`. Call it before the phones are
 * deleted.
 */
export const unbindPasses = (tx: Tx, memberId: string, exceptDeviceUid?: string): Promise<void> =>
  store.unbindAll(tx, memberId, exceptDeviceUid)

/** Voids the certificates of the passes on one phone of a member. Call it before the phone is deleted. */
export const unbindPhone = (tx: Tx, memberId: string, deviceUid: string): Promise<void> =>
  store.unbindFrom(tx, memberId, deviceUid)
