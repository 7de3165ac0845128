import type { Api } from '#api/client.ts'
import type { Answer } from '#api/failure.ts'
import type { Tokens } from '#api/tokens.ts'
import type { Session, UserInfo } from '#contract/calls/account.ts'
import { liveQuery } from 'dexie'
import { uuidv7 } from 'uuidv7'
import { MemberDb } from '#db/member.ts'
import { isVisible, KEPT, memberDbName, OPEN_COOKIE, type SessionPointer } from '#db/names.ts'
import { opened } from '#db/open.ts'
import { createCell, type Cell } from './cell.ts'
import type { ShownPass } from './device/shown.ts'
import { sessionEnd } from './outbox/commands/sessionEnd.ts'
import { enqueue } from './outbox/enqueue.ts'
import { deviceHome, memberHome, type Home } from './outbox/home.ts'
import type { Platform } from './platform.ts'
import type { PhoneStorage } from './storage.ts'

/** Who this phone belongs to now. `home` is null while storage is refused: then what is shown lives in memory only. */
export type Here =
  | { state: 'starting' | 'anonymous' }
  | { state: 'member' | 'locked'; memberId: string; user: UserInfo; home: Home<MemberDb> | null }

export interface SessionDeps {
  platform: Platform
  storage: PhoneStorage
  tokens: Tokens
  shown: ShownPass
  api: () => Api
}

export interface PhoneSession {
  here: Cell<Here>
  start: () => Promise<void>
  /** Tokens of a login or a sign-up: this phone is theirs now. Other members' outboxes stay where they are. */
  adopt: (session: Session) => Promise<void>
  /** Ends the session by the member's word: the mirror goes, also offline; the server is told when it can be. */
  leave: (keepOutbox: boolean) => Promise<void>
  /** For the renewal of tokens: is the member still the one of this phone? */
  accept: (session: Session) => Promise<boolean>
  ended: () => Promise<void>
  /**
   * Something was written by nobody, or could not be (`error`): was the storage emptied under this page? Then it is
   * made anew for whoever the tokens say is here, and the answer is true.
   */
  inspect: (error?: unknown) => Promise<boolean>
}

const START: Here = { state: 'starting' }

export const createSession = ({ platform, storage, tokens, shown: first, api }: SessionDeps): PhoneSession => {
  const here = createCell<Here>(START)
  const { jar } = platform
  /** The pointer as last read; the only one when storage is refused. */
  let memory: SessionPointer | undefined
  /** The pointer of whoever is shown. */
  let shown: SessionPointer | undefined
  let restoring = false
  let queue: Promise<unknown> = Promise.resolve()
  /** One change after the other. */
  const inTurn = <T>(job: () => Promise<T>): Promise<T> => {
    const next = queue.then(job, job)
    queue = next.catch(() => undefined)
    return next
  }

  const read = async () => {
    const device = storage.device()
    if (device) memory = await device.read(KEPT.session)
    return memory
  }
  const write = async (pointer: SessionPointer | undefined) => {
    // Before the pointer changes, so that nobody is ever shown the pass of another.
    first.point(undefined)
    memory = pointer
    const device = storage.device()
    if (!device) return
    await storage.writing(() => (pointer ? device.keep(KEPT.session, pointer) : device.kept.delete(KEPT.session)))
  }
  const pointerOf = ({ userInfo, autoLgnYn, endToken }: Session): SessionPointer => ({
    ...(endToken !== undefined && { endToken }),
    memberId: userInfo.memberId,
    dbName: memberDbName(userInfo.memberId),
    user: userInfo,
    keep: autoLgnYn === 'Y',
    state: 'member',
  })

  const openHome = async (pointer: SessionPointer): Promise<Home<MemberDb> | null> => {
    const { idb } = platform
    if (!idb || !storage.device()) return null
    let ticket: string = crypto.randomUUID()
    const take = (db: MemberDb) =>
      db.transaction('rw', db.kept, async () => {
        const kept = await db.read('ticket')
        if (kept === undefined) await db.keep('ticket', ticket)
        else ticket = kept
      })
    const db = await opened(() => new MemberDb(pointer.dbName, idb), take)
    return db && memberHome(db, pointer.memberId, ticket)
  }
  const close = (before: Here) => {
    if ('home' in before) before.home?.db.close()
  }

  /** Makes `here` what the pointer and the cookies say. */
  const settle = async (pointer: SessionPointer | undefined) => {
    const cookies = jar.get(OPEN_COOKIE) === null ? '' : `${OPEN_COOKIE}=1`
    const before = here.get()
    first.point(pointer)
    if (!isVisible(pointer, cookies)) {
      if (before.state !== 'anonymous') here.set({ state: 'anonymous' })
      return close(before)
    }
    const alive = pointer.state === 'member' && (tokens.access() !== null || tokens.refresh() !== null)
    const state = alive ? 'member' : 'locked'
    const { memberId, user } = pointer
    const same = 'memberId' in before && before.memberId === memberId
    if (same && before.state === state) {
      // The member may have corrected the name, here or on another phone.
      if (JSON.stringify(before.user) !== JSON.stringify(user)) here.set({ ...before, user })
      return
    }
    const home = same ? before.home : await openHome(pointer)
    shown = pointer
    here.set({ state, memberId, user, home })
    if (!same) close(before)
  }

  const mend = async () => {
    const before = here.get()
    if (!('memberId' in before)) return
    const kept = tokens.refresh() === null ? undefined : shown
    await write(kept)
    if (!kept) return settle(kept)
    here.set({ ...before, home: await openHome(kept) })
    close(before)
  }

  /** The member is still written down here, and the member's own database is empty: a browser empties one by one. */
  const homeless = async () => {
    const now = here.get()
    if (!('memberId' in now) || !now.home || (await read())?.memberId !== now.memberId) return false
    if ((await now.home.db.read('ticket').catch(() => undefined)) !== undefined) return false
    storage.lost()
    return true
  }

  /** The pointer has changed. Where it is gone, somebody has signed out elsewhere, or it went with all the rest. */
  const follow = async () => {
    const pointer = await read()
    if (!pointer && 'memberId' in here.get() && (await storage.check())) return mend()
    return settle(pointer)
  }

  /** A wipe that was interrupted is finished at the next start. */
  const wipe = async (dbName: string, keepOutbox: boolean) => {
    const { idb } = platform
    const device = storage.device()
    const db =
      idb && device
        ? await opened(
            () => new MemberDb(dbName, idb),
            (db) => db.read('ticket'),
          )
        : null
    await db?.wipe(keepOutbox)
    db?.close()
    await device?.transaction('rw', device.kept, async () => {
      const left = ((await device.read(KEPT.wipes)) ?? []).filter((other) => other.dbName !== dbName)
      await device.keep(KEPT.wipes, left)
    })
  }

  /** Tokens without a pointer: the storage was emptied, the cookies were not. The server tells who this is. */
  const restore = async () => {
    const device = storage.device()
    const revoked = (await device?.outbox.toArray())?.some((row) => row.command === sessionEnd.name) ?? false
    if (revoked) return tokens.clear()
    restoring = true
    await api()
      .renew()
      .finally(() => {
        restoring = false
      })
  }

  return {
    here,
    start: async () => {
      const device = storage.device()
      for (const { dbName, keepOutbox } of (await device?.read(KEPT.wipes)) ?? []) await wipe(dbName, keepOutbox)
      const pointer = await inTurn(read)
      if (!pointer && tokens.refresh() !== null) void restore()
      // Signed in before there were end tokens: the renewal's answer brings one.
      if (pointer?.state === 'member' && pointer.endToken === undefined && tokens.refresh() !== null) void api().renew()
      await inTurn(() => settle(pointer))
      if (!device) return
      // Another tab signs in or out.
      liveQuery(() => device.read(KEPT.session)).subscribe({
        next: () => void inTurn(follow),
        error: () => undefined,
      })
    },
    adopt: (session) =>
      inTurn(async () => {
        const keep = session.autoLgnYn === 'Y'
        tokens.store(session, keep)
        jar.set(OPEN_COOKIE, '1', null)
        const before = here.get()
        const pointer = pointerOf(session)
        await write(pointer)
        if ('memberId' in before && before.memberId === pointer.memberId && before.state === 'member') {
          here.set({ ...before, user: pointer.user })
        }
        await settle(pointer)
      }),
    leave: (keepOutbox) =>
      inTurn(async () => {
        const before = here.get()
        const refreshToken = tokens.refresh()
        const device = storage.device()
        first.point(undefined)
        const pointer = await read()
        // The refresh token could still read; it is left here only by who signed in before there were end tokens.
        const endToken = pointer?.endToken ?? refreshToken
        tokens.clear()
        jar.remove(OPEN_COOKIE)
        if (device && pointer) {
          await device.transaction('rw', [device.kept, device.outbox, device.inquiries, device.stamps], async () => {
            const wipes = (await device.read(KEPT.wipes)) ?? []
            await device.keep(KEPT.wipes, [...wipes, { dbName: pointer.dbName, keepOutbox }])
            await device.kept.delete(KEPT.session)
            if (endToken === null) return
            const args = { id: uuidv7(), refreshToken: endToken }
            await enqueue(deviceHome(device), sessionEnd, args, platform.wall(), args.id)
          })
        }
        memory = undefined
        here.set({ state: 'anonymous' })
        close(before)
        if (pointer) await wipe(pointer.dbName, keepOutbox)
      }),
    accept: async (session) => {
      const device = storage.device()
      const next = pointerOf(session)
      const judge = (pointer: SessionPointer | undefined) => (pointer ? pointer.memberId === next.memberId : restoring)
      // Read and written in one transaction: a sign-out of another tab may come between.
      const accepted = device
        ? await device.transaction('rw', device.kept, async () => {
            if (!judge(await device.read(KEPT.session))) return false
            await device.keep(KEPT.session, next)
            return true
          })
        : judge(memory)
      if (!accepted) return false
      memory = next
      if (restoring) jar.set(OPEN_COOKIE, '1', null)
      void inTurn(() => settle(next))
      return true
    },
    ended: () =>
      inTurn(async () => {
        const pointer = await read()
        if (!pointer) return
        const locked: SessionPointer = { ...pointer, state: 'locked' }
        await write(locked)
        await settle(locked)
      }),
    inspect: (error) =>
      inTurn(async () => {
        const emptied = (await storage.check(error)) || (await homeless())
        if (emptied) await mend()
        return emptied
      }),
  }
}

/** What a member reads of an answer that opens a session. */
export const userOf = (answer: Answer<Session>): Answer<UserInfo> =>
  answer.ok ? { ok: true, data: answer.data.userInfo } : answer
