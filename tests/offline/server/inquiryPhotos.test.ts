import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as inquiry from '#contract/calls/inquiry.ts'
import {
  DRAFT_PHOTOS_MS,
  FILE_MAX_BYTES,
  FILE_UNUSED_MS,
  INQUIRY_FILES_MAX,
  SEEN_PHOTOS_MAX,
} from '#contract/limits.ts'
import { writeInquiry } from '#data/inquiry.ts'
import { addInquiryPhoto, readSentPhoto, removeInquiryPhoto } from '#data/inquiryPhotos.ts'
import { signOut } from '#data/signIn.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { file } from '#server/db/schema/file.ts'
import { JOB_KINDS } from '#server/modules/file/service.ts'
import { sweepPhotos } from '#sync/outbox/photos.ts'
import { openApp } from '../../harness/app.ts'
import { createTestClock, koreanNoon } from '../../harness/clock.ts'
import type { App } from '../../harness/factories.ts'
import { waitUntil } from '../../harness/tabs.ts'
import { dbOf, reconnect, rowsOf } from '../setup.ts'
import { phonesOf, sendAndPull, type Visitor } from './phones.ts'

/** Photos that a member attaches to an inquiry, from the choosing without a network to the server's rows. */

const clock = createTestClock(koreanNoon())
let app: App
let pictures: Blob[]
beforeAll(async () => {
  app = await openApp({ engine: 'embedded', clock: clock.wall })
  const painted = (width: number) =>
    sharp({ create: { width, height: 30, channels: 3, background: '#14508c' } })
      .jpeg()
      .toBuffer()
  pictures = [new Blob([new Uint8Array(await painted(40))]), new Blob([new Uint8Array(await painted(50))])]
})
afterAll(() => app.close())

const BODY = { email: 'mei@example.com', content: 'Where is the exchange desk?' }
const UPLOAD = /POST \/file/
const INSERT = /insertInquiry/

/** A member whose phone has no network, with an inquiry of two photos that waits. */
const offlineWithTwoPhotos = async () => {
  const me = await phonesOf(app, clock).visitor()
  me.network.down(true)
  await me.tab.runtime.online.probe()
  const id = uuidv7()
  const photoIds: string[] = []
  for (const picture of pictures) {
    const outcome = await me.as(() => addInquiryPhoto(id, picture))
    if (!outcome.ok) throw new Error(outcome.code)
    photoIds.push(outcome.data)
  }
  expect(await me.as(() => writeInquiry({ ...BODY, id }))).toMatchObject({ ok: true, data: { id, delivery: 'queued' } })
  return { ...me, id, photoIds }
}
const serverInquiries = async ({ member }: Visitor) =>
  (await app.call(inquiry.list, { token: member.accessToken, query: {} })).data?.list ?? []
const serverFiles = ({ member }: Visitor) =>
  app.deps.db.select().from(file).where(eq(file.memberId, member.memberId)).orderBy(file.fileUid)
const requests = ({ network }: Visitor, match: RegExp) =>
  network.receivedRequests.filter(({ method, path }) => match.test(`${method} ${path}`))
const waitForRefusal = ({ tab }: Visitor) =>
  waitUntil(async () => {
    clock.advance(1_000)
    return (await rowsOf(tab))[0]?.refused != null
  }, 'the refusal')
const photoRows = ({ tab }: Visitor) => dbOf(tab).photos.orderBy('id').toArray()
const bytesCount = ({ tab }: Visitor) => dbOf(tab).photoBytes.count()

test('two photos that were chosen offline are sent once, before their inquiry and in order, although an answer to each is lost (O48, P1)', async () => {
  const me = await offlineWithTwoPhotos()
  expect(me.network.receivedRequests.filter(({ path }) => path === '/file')).toEqual([])
  me.network.fault(UPLOAD, 'lose', 2)
  me.network.fault(INSERT, 'lose', 2)
  reconnect(me.network, me.tab)
  await sendAndPull(me.tab, clock)

  const files = await serverFiles(me)
  expect(files.map((row) => [row.width, row.usedBy, row.shown])).toEqual([
    [40, me.id, false],
    [50, me.id, false],
  ])
  const fileUids = files.map(({ fileUid }) => fileUid)
  expect(await serverInquiries(me)).toMatchObject([{ id: me.id, ...BODY, files: fileUids }])
  // Lost twice: the first photo is sent three times, the second once, because what was uploaded is not sent again.
  expect(requests(me, UPLOAD)).toHaveLength(4)
  expect(new Set(requests(me, UPLOAD).map(({ key }) => key)).size).toBe(2)
  expect(new Set(requests(me, INSERT).map(({ key, body }) => `${key} ${body}`)).size).toBe(1)
  expect((await dbOf(me.tab).inquiries.get(me.id))?.files).toEqual(fileUids)
})

test('a sent photo is shown without a network, and another phone stores one that it has seen (O51)', async () => {
  const me = await offlineWithTwoPhotos()
  reconnect(me.network, me.tab)
  await sendAndPull(me.tab, clock)
  const fileUid = (await serverFiles(me))[0]?.fileUid ?? ''
  me.network.down(true)
  expect(await me.as(() => readSentPhoto(me.id, fileUid))).toEqual(
    new Uint8Array(await (pictures[0] as Blob).arrayBuffer()),
  )

  const { network, tab } = await (async () => {
    const laptop = await phonesOf(app, clock).visitor()
    await phonesOf(app, clock).enter(laptop.tab, me.member.email)
    return laptop
  })()
  replaceRuntime(tab.runtime)
  const bytes = await readSentPhoto(me.id, fileUid)
  expect(bytes?.length).toBeGreaterThan(0)
  network.down(true)
  expect(await readSentPhoto(me.id, fileUid)).toEqual(bytes)
  expect(await readSentPhoto(me.id, uuidv7())).toBeNull()
})

test('a photo that the server refuses loses no text, names itself, and the inquiry is sent without it (O50, P2)', async () => {
  const me = await phonesOf(app, clock).visitor()
  const id = uuidv7()
  me.network.down(true)
  await me.tab.runtime.online.probe()
  await me.as(() => addInquiryPhoto(id, pictures[0] as Blob))
  const broken = await me.as(() => addInquiryPhoto(id, new Blob(['no picture'])))
  if (!broken.ok) throw new Error(broken.code)
  await me.as(() => writeInquiry({ ...BODY, id }))
  reconnect(me.network, me.tab)
  await waitForRefusal(me)
  expect(await rowsOf(me.tab)).toMatchObject([{ args: { content: BODY.content }, refused: { code: 'E_FILE_TYPE' } }])
  expect((await photoRows(me)).map(({ refused }) => refused)).toEqual([null, 'E_FILE_TYPE'])
  expect(await serverInquiries(me)).toEqual([])

  await me.as(() => removeInquiryPhoto(broken.data))
  await me.tab.runtime.memberOutbox()?.sendAnyway(id)
  await sendAndPull(me.tab, clock)
  expect(await serverInquiries(me)).toMatchObject([{ id, ...BODY, files: [expect.any(String)] }])
  expect((await serverFiles(me)).map(({ width }) => width)).toEqual([40])
  expect(requests(me, UPLOAD)).toHaveLength(2)
})

test('photos that the server has deleted before their inquiry arrived are uploaded again, under new keys (O49)', async () => {
  const me = await offlineWithTwoPhotos()
  const line = me.network.hold(UPLOAD)
  me.network.fault(INSERT, 'drop', 1)
  reconnect(me.network, me.tab)
  await line.arrived
  line.release()
  await waitUntil(async () => (await rowsOf(me.tab))[0]?.lost === true, 'the lost request')
  me.network.down(true)
  const before = (await photoRows(me)).map(({ fileUid }) => fileUid)
  expect(before).toEqual([expect.any(String), expect.any(String)])
  clock.advance(FILE_UNUSED_MS + 1)
  for (const kind of JOB_KINDS) if ('run' in kind) await kind.run(app.deps)
  expect(await serverFiles(me)).toEqual([])

  // The answer to the second attempt is lost too: the third one must not be another inquiry.
  me.network.fault(INSERT, async (_request, pass) => pass())
  me.network.fault(INSERT, 'lose')
  me.network.down(false)
  await me.enter()
  await sendAndPull(me.tab, clock)
  const after = (await serverFiles(me)).map(({ fileUid, usedBy }) => [fileUid, usedBy])
  expect(after.map(([, usedBy]) => usedBy)).toEqual([me.id, me.id])
  for (const [fileUid] of after) expect(before).not.toContain(fileUid)
  expect((await dbOf(me.tab).inquiries.get(me.id))?.files).toEqual(after.map(([fileUid]) => fileUid))
})

test('a sixth photo, one over 5 MB, and one of a guest are refused before they are stored (P10)', async () => {
  const me = await phonesOf(app, clock).visitor()
  const id = uuidv7()
  const big = new Blob([new Uint8Array(FILE_MAX_BYTES + 1)])
  expect(await me.as(() => addInquiryPhoto(id, big))).toMatchObject({ ok: false, code: 'E_TOO_LARGE' })
  for (let count = 0; count < INQUIRY_FILES_MAX; count += 1)
    expect((await me.as(() => addInquiryPhoto(id, pictures[0] as Blob))).ok).toBe(true)
  expect(await me.as(() => addInquiryPhoto(id, pictures[0] as Blob))).toMatchObject({ ok: false, code: 'STORAGE' })
  expect(await photoRows(me)).toHaveLength(INQUIRY_FILES_MAX)
  await me.as(() => signOut())
  expect(await me.as(() => addInquiryPhoto(id, pictures[0] as Blob))).toMatchObject({ ok: false, code: 'E_TOKEN' })
})

test('a discarded inquiry takes its photos with it, and leaves those of another (O47)', async () => {
  const me = await offlineWithTwoPhotos()
  const draft = uuidv7()
  await me.as(() => addInquiryPhoto(draft, pictures[0] as Blob))
  await me.tab.runtime.memberOutbox()?.discard(me.id)
  expect((await photoRows(me)).map(({ inquiryId }) => inquiryId)).toEqual([draft])
  expect(await bytesCount(me)).toBe(1)
})

test('a sign-out that keeps the outbox keeps the photos that wait in it and no others; one that discards it keeps none (S6, S7)', async () => {
  const me = await offlineWithTwoPhotos()
  await me.as(() => addInquiryPhoto(uuidv7(), pictures[0] as Blob))
  await me.as(() => signOut({ keepQueue: 'keep' }))
  me.network.down(false)
  await me.enter()
  await sendAndPull(me.tab, clock)
  expect((await serverInquiries(me))[0]?.files).toHaveLength(2)
  expect(await photoRows(me)).toHaveLength(2)
  me.network.down(true)
  await me.as(() => signOut({ keepQueue: 'discard' }))
  me.network.down(false)
  await me.enter()
  expect([await photoRows(me), await bytesCount(me)]).toEqual([[], 0])
})

test('photos of an inquiry that was never sent are deleted after a week, and those that wait with it are not (O51)', async () => {
  const me = await offlineWithTwoPhotos()
  const state = me.tab.runtime.session.state.get()
  if (!('home' in state) || !state.home) throw new Error('no home')
  const draft = uuidv7()
  await me.as(() => addInquiryPhoto(draft, pictures[0] as Blob))
  const now = me.tab.runtime.platform.wall()
  await sweepPhotos(state.home, now + DRAFT_PHOTOS_MS)
  expect(await photoRows(me)).toHaveLength(3)
  await sweepPhotos(state.home, now + DRAFT_PHOTOS_MS + 1)
  expect((await photoRows(me)).map(({ inquiryId }) => inquiryId)).toEqual([me.id, me.id])
  expect(await bytesCount(me)).toBe(2)
})

test('of sent and seen photos a phone keeps the newest twenty (O51)', async () => {
  const me = await offlineWithTwoPhotos()
  await dbOf(me.tab).photos.bulkAdd(
    Array.from({ length: SEEN_PHOTOS_MAX }, (_, index) => ({
      id: `old-${index}`,
      inquiryId: 'old',
      uploadKey: '',
      fileUid: `old-${index}`,
      refused: null,
      at: index,
      isSent: true,
    })),
  )
  reconnect(me.network, me.tab)
  await sendAndPull(me.tab, clock)
  const rows = await photoRows(me)
  expect(rows).toHaveLength(SEEN_PHOTOS_MAX)
  expect(rows.filter(({ inquiryId }) => inquiryId === me.id)).toHaveLength(2)
  expect(rows.map(({ id }) => id)).not.toContain('old-1')
})
