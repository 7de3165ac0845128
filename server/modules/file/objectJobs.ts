import { createHmac } from 'node:crypto'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { knownSecrets } from '#server/keys.ts'
import {
  externalJob,
  recurringJob,
  schedule,
  scheduleAgain,
  type JobKind,
  type LeasedJob,
  type NewJob,
} from '#server/modules/job/service.ts'
import { ObjectMissing, type ObjectStore } from '#server/outside/files/objectStore.ts'
import { sha256Of } from '#server/outside/files/s3.ts'
import * as store from './store.ts'

/**
 * Jobs for the bytes of files in the object storage:
 *
 *     upload:  object ──→ row                  no row: the sweep deletes the object after a day
 *     delete:  row, job in one transaction ──→ object
 *     move:    object ──→ row, bytes in the database deleted
 */

/** How long one job of moving or sweeping works: less than its lease, with the deadlines of its last request. */
const STEP_MS = 20 * SECOND_MS
/** Age of an object without a row at which it is swept: no upload takes so long. */
const ORPHAN_MS = DAY_MS
const [DELETE, MOVE, SWEEP] = ['file-object', 'files-move', 'files-sweep']

const deletionOf = (fileUid: string, now: number): NewJob => ({
  kind: DELETE,
  key: `${DELETE}:${fileUid}`,
  dueAt: now,
  waitsSince: now,
  args: { fileUid },
})

/** Schedules the deletion of the objects of files whose rows are deleted in this transaction. */
export const deleteObjectsOf = (tx: Tx, fileUids: readonly string[], now: number): Promise<void> =>
  fileUids.length === 0 ? Promise.resolve() : schedule(tx, ...fileUids.map((fileUid) => deletionOf(fileUid, now)))

/** Moves the bytes of one file from the database to the object storage; returns false when there is none left. */
const moveOne = async ({ db, clock }: Deps, objects: ObjectStore): Promise<boolean> => {
  const content = await store.findContent(db)
  if (!content) return false
  const { fileUid, bytes } = content
  const sha256 = await store.putObject(objects, fileUid, bytes)
  await db.transaction(async (tx) => {
    if (await store.markMoved(tx, fileUid, sha256)) return
    // Deleted meanwhile, or moved by another process, which needs the object.
    await deleteObjectsOf(tx, await store.withoutRow(tx, [fileUid]), clock())
  })
  return true
}

/** Moves bytes from the database to the object storage, for `STEP_MS`; then the job is due again. */
const moveFiles = async (deps: Deps): Promise<number | void> => {
  const { objects, clock } = deps
  if (!objects) return undefined
  for (const end = performance.now() + STEP_MS; performance.now() < end;)
    if (!(await moveOne(deps, objects))) return undefined
  return clock()
}

const readMark = async (objects: ObjectStore, mark: Buffer): Promise<'ours' | 'other' | 'missing'> => {
  try {
    await objects.get('owner', sha256Of(mark))
    return 'ours'
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error
    return error.code === 'damaged' ? 'other' : 'missing'
  }
}

/**
 * Whether the objects are this installation's, by one with a hash of a root of it, which the first sweep writes. Another
 * installation in the same bucket would delete all pictures of this one as orphans. A mark of a former root is replaced.
 */
const isOwner = async (objects: ObjectStore, { keys }: Pick<Deps, 'keys'>): Promise<boolean> => {
  const [mark, ...formerMarks] = knownSecrets(keys, 'files').map((secret) =>
    Buffer.from(createHmac('sha256', secret).update('owner').digest('hex')),
  )
  if (!mark) return false
  const state = await readMark(objects, mark)
  if (state === 'ours') return true
  if (state === 'other') {
    const states = await Promise.all(formerMarks.map((former) => readMark(objects, former)))
    if (!states.includes('ours')) return false
  }
  await objects.put('owner', mark)
  return true
}

const sweepFrom = (day: number, after: string, now: number): NewJob => ({
  kind: SWEEP,
  key: `${SWEEP}:${day}:${after}`,
  dueAt: now,
  waitsSince: now,
  args: { day, after },
})

/**
 * Schedules the deletion of objects that are older than a day and that no row names, in the order of their keys. After
 * `stepMs` another job goes on behind the last key.
 */
export const sweep = async (deps: Deps, { args }: Pick<LeasedJob, 'args'>, stepMs = STEP_MS): Promise<void> => {
  const { db, objects, clock, log } = deps
  if (!objects) return
  if (!(await isOwner(objects, deps))) {
    log.error('another installation uses FILES_S3_URL: its objects are not swept')
    return
  }
  const end = performance.now() + stepMs
  const after = String(args.after)
  let orphanCount = 0
  for await (const page of objects.list(store.OBJECT_PREFIX, after === '' ? undefined : after)) {
    const now = clock()
    const old = page.filter(({ modifiedAt }) => modifiedAt < now - ORPHAN_MS)
    const fileUids = old.map(({ key }) => store.fileUidOf(key)).filter((fileUid) => fileUid !== undefined)
    const orphans = await store.withoutRow(db, fileUids)
    const isOver = performance.now() >= end
    const lastKey = page.at(-1)?.key ?? ''
    await db.transaction(async (tx) => {
      // Again: an object may have been written after an earlier deletion.
      for (const fileUid of orphans) await scheduleAgain(tx, deletionOf(fileUid, now))
      if (isOver) await schedule(tx, sweepFrom(Number(args.day), lastKey, now))
    })
    orphanCount += orphans.length
    if (isOver) break
  }
  if (orphanCount > 0) log.info({ objects: orphanCount }, 'objects without a file are deleted')
}

/** Starts moving and, once a day, sweeping. */
const startJobs = async ({ db, objects, clock }: Deps): Promise<void> => {
  if (!objects) return
  const now = clock()
  await db.transaction(async (tx) => {
    await scheduleAgain(tx, { kind: MOVE, key: MOVE, dueAt: now, waitsSince: now })
    await schedule(tx, sweepFrom(Math.floor(now / DAY_MS), '', now))
  })
}

export const OBJECT_JOBS: readonly JobKind[] = [
  recurringJob('files-outside', HOUR_MS, startJobs),
  externalJob(DELETE, ({ objects }, { args }) => store.deleteObject(objects, String(args.fileUid))),
  externalJob(MOVE, moveFiles),
  externalJob(SWEEP, (deps, job) => sweep(deps, job)),
]
