import type { Api } from '#api/client.ts'
import type { Tokens } from '#api/tokens.ts'
import type { Session, UserInfo } from '#contract/calls/account.ts'
import { liveQuery } from 'dexie'
import { uuidv7 } from 'uuidv7'
import type { DeviceDb, Wipe } from '#db/device.ts'
import type { MemberDb } from '#db/member.ts'
import { isVisible, VALUE_KEYS, OPEN_COOKIE, type SessionPointer } from '#db/names.ts'
import { createCell, type Cell } from './cell.ts'
import type { StartupCopyWriter } from './device/startupCopyWriter.ts'
import { openMemberHome, readTicket, type Home } from './outbox/home.ts'
import type { Platform } from './platform.ts'
import { createOwnerChanges, deletePointerUnless } from './ownerChange.ts'
import { createRestore, type Restore } from './restore.ts'
import { pointerOf } from './sessionPointer.ts'
import { recordSignOut } from './signOutRecord.ts'
import type { ClientStorage } from './storage.ts'
import { createUnstoredSignOuts } from './unstoredSignOuts.ts'
import { createWipes } from './wipes.ts'

/** Whom this phone belongs to. `home` is null while storage is refused: then answers are held in memory only (S18). */
export type SessionState =
  | { state: 'starting' | 'anonymous' }
  | { state: 'member' | 'locked'; memberId: string; user: UserInfo; home: Home<MemberDb> | null }

export interface SessionDeps {
  platform: Platform
  storage: ClientStorage
  tokens: Tokens
  startupCopy: StartupCopyWriter
  api: () => Api
}

/** The session of one page; `state` follows all tabs. */
export interface ClientSession {
  state: Cell<SessionState>
  start: () => Promise<void>
  /** Call at each answer of the server: signs in again by the cookies where the start could not (S22). */
  retryRestore: Restore['retry']
  /** Signs in with the tokens of a login or a sign-up, in all tabs (S1). The outboxes of other members stay (P3). */
  signIn: (session: Session) => Promise<void>
  /**
   * Signs out, offline too: queues the report to the server, and deletes the mirror and, unless `keepOutbox`, the
   * outbox (S6, S7, O45).
   */
  signOut: (keepOutbox: boolean) => Promise<void>
  /** Stores a renewed session. Resolves false, and writes nothing, when this phone is no longer that member's (S10). */
  accept: (session: Session) => Promise<boolean>
  /** Locks the session: the server refused the refresh token (S4). */
  lock: () => Promise<void>
  /**
   * Call after an unexpected storage error, or when the page becomes visible. If the browser emptied the storage under
   * this page, creates it again for the member of this page, signs out if the refresh token is gone too, and resolves
   * true; also when another page has done so first, or has renewed the ticket (S21).
   */
  recoverFromEviction: (error?: unknown) => Promise<boolean>
}

const START: SessionState = { state: 'starting' }

/** Creates the session of one page (S1, S4, S6, S8, S10, S11, S12, S13, S21, S22, S33). */
export const createSession = ({ platform, storage, tokens, startupCopy, api }: SessionDeps): ClientSession => {
  const sessionState = createCell<SessionState>(START)
  const { jar } = platform
  const unstored = createUnstoredSignOuts({ platform, storage, api })
  const ownerChanges = createOwnerChanges(platform.local)
  const restore = createRestore({ platform, storage, api, ownerChanges }, tokens, unstored)
  const { listed: listedWipes, wipe, wipeBefore } = createWipes({ platform, storage })
  /** The session pointer as last read; the only copy while storage is refused. */
  let memory: SessionPointer | undefined
  /** The session pointer that found no room on the disk. */
  let unstoredPointer: SessionPointer | undefined
  /** The session pointer of the member whom the screens show. */
  let shownPointer: SessionPointer | undefined
  let queue: Promise<unknown> = Promise.resolve()
  /** Runs the changes of the session one after the other. */
  const inTurn = <T>(job: () => Promise<T>): Promise<T> => {
    const next = queue.then(job, job)
    queue = next.catch(() => undefined)
    return next
  }

  const read = async () => {
    const device = storage.device()
    if (!device) return memory
    const stored = await device.read(VALUE_KEYS.session)
    // On a full disk the pointer of a session that had lapsed stays beside the one of the next sign-in.
    const isLapsed = stored?.state === 'locked' && stored.memberId === unstoredPointer?.memberId
    if (stored && !isLapsed) unstoredPointer = undefined
    memory = unstoredPointer ?? stored
    return memory
  }
  const write = async (pointer: SessionPointer | undefined) => {
    // Before the pointer changes, so that the start-up script never shows one member the pass of another (L14).
    startupCopy.showMember(undefined)
    memory = pointer
    unstoredPointer = undefined
    const device = storage.device()
    if (!device) return
    if (!pointer) return device.kept.delete(VALUE_KEYS.session)
    if (await storage.withQuotaRetry(() => device.keep(VALUE_KEYS.session, pointer))) return
    unstoredPointer = pointer
    // A session that has lapsed keeps its pointer, which shows passes and favourites without tokens (S4).
    if (pointer.state === 'member') await deletePointerUnless(device, pointer)
  }
  const openHome = async (pointer: SessionPointer): Promise<Home<MemberDb> | null> => {
    const { idb } = platform
    if (!idb || !storage.device()) return null
    return openMemberHome(idb, pointer)
  }
  const close = (before: SessionState) => {
    if ('home' in before) before.home?.db.close()
  }

  /** Sets the state from the session pointer and the cookies. */
  const settle = async (pointer: SessionPointer | undefined) => {
    const cookies = jar.get(OPEN_COOKIE) === null ? '' : `${OPEN_COOKIE}=1`
    const before = sessionState.get()
    startupCopy.showMember(pointer)
    if (pointer?.state === 'member') restore.end()
    if (!isVisible(pointer, cookies)) {
      if (before.state !== 'anonymous') sessionState.set({ state: 'anonymous' })
      return close(before)
    }
    const alive = pointer.state === 'member' && (tokens.accessToken() !== null || tokens.refreshToken() !== null)
    const state = alive ? 'member' : 'locked'
    const { memberId, user } = pointer
    const same = 'memberId' in before && before.memberId === memberId
    // Another page may have renewed the ticket: after an eviction, or at a sign-in that this page missed.
    const isOpen = same && (!before.home || (await readTicket(before.home.db)) === before.home.ticket)
    shownPointer = pointer
    if (isOpen && before.state === state) {
      // The member may have corrected the name, on this phone or on another.
      if (JSON.stringify(before.user) !== JSON.stringify(user)) sessionState.set({ ...before, user })
      return
    }
    const home = isOpen ? before.home : await openHome(pointer)
    sessionState.set({ state, memberId, user, home })
    if (!isOpen) close(before)
  }

  /** Creates the storage again after the browser emptied it; without a refresh token the phone becomes anonymous. */
  const mend = async () => {
    const before = sessionState.get()
    if (!('memberId' in before)) return
    const previous = tokens.refreshToken() === null ? undefined : shownPointer
    await write(previous)
    if (!previous) return settle(previous)
    sessionState.set({ ...before, home: await openHome(previous) })
    close(before)
  }

  /**
   * Opens the home again when its ticket is no longer there, and resolves true: another page has renewed it, or the
   * browser has emptied the member database alone.
   */
  const renewHome = async () => {
    const current = sessionState.get()
    if (!('memberId' in current) || !current.home) return false
    const pointer = await read()
    const ticket = await readTicket(current.home.db)
    if (pointer?.memberId !== current.memberId || ticket === current.home.ticket) return false
    if (ticket === undefined) {
      storage.markEvicted()
      await mend()
    } else await settle(pointer)
    return true
  }

  /** The stored session pointer has changed. If it is gone, another tab has signed out, or the storage was emptied. */
  const follow = async () => {
    const pointer = await read()
    if (!pointer && 'memberId' in sessionState.get() && (await storage.check())) return mend()
    return settle(pointer)
  }

  /** `signedIn` is the pointer of the start. */
  const finishWipes = async (device: DeviceDb, signedIn: SessionPointer | undefined) => {
    const recorded = ownerChanges.get()?.wipes ?? []
    const listed = await listedWipes()
    // A full disk may have refused to list the wipes of an owner change. Two of one member differ in the outbox.
    const isListed = ({ dbName, keepOutbox }: Wipe) =>
      listed.some((entry) => entry.dbName === dbName && entry.keepOutbox === keepOutbox)
    // The mirror of this member began after the wipe.
    const finished = signedIn ? [signedIn.dbName] : []
    const unlisted = recorded.filter((entry) => !isListed(entry) && !finished.includes(entry.dbName))
    for (const entry of [...listed, ...unlisted]) if (await wipe(entry)) finished.push(entry.dbName)
    await ownerChanges.end(device, finished)
  }

  return {
    state: sessionState,
    start: async () => {
      const device = storage.device()
      const pointer = await inTurn(async () => {
        await ownerChanges.apply(storage, platform.wall())
        return read()
      })
      const { answered } = await unstored.flush()
      // A sign-in of the release before end tokens: the answer to a renewal contains one (S13).
      if (pointer?.state === 'member' && pointer.endToken === undefined && tokens.refreshToken() !== null)
        void api().renew()
      await inTurn(() => settle(pointer))
      // After the state is set: a database that another page holds delays a wipe for seconds.
      const wiped = device && inTurn(() => finishWipes(device, pointer))
      // After the reports: a token that returned with a backup may belong to a session that has been signed out. And
      // behind the wipes, which may be of the member who is signed in again.
      if (pointer?.state !== 'member' && tokens.refreshToken() !== null) void restore.begin(answered)
      if (!device) return
      // Follows sign-ins and sign-outs of other tabs.
      liveQuery(() => device.read(VALUE_KEYS.session)).subscribe({
        next: () => void inTurn(follow),
        error: () => undefined,
      })
      await wiped
    },
    retryRestore: restore.retry,
    signIn: (session) =>
      inTurn(async () => {
        const pointer = pointerOf(session)
        ownerChanges.beginSignIn(pointer)
        tokens.store(session, pointer.keep)
        jar.set(OPEN_COOKIE, '1', null)
        const before = sessionState.get()
        // The next start must not delete the mirror that begins now.
        await wipeBefore(pointer.dbName, ownerChanges.get()?.wipes ?? [])
        await write(pointer)
        const device = storage.device()
        if (device) await ownerChanges.end(device, [pointer.dbName])
        if ('memberId' in before && before.memberId === pointer.memberId && before.state === 'member') {
          // Another object even for equal data: `usePushOwner` recognises a new session by it.
          sessionState.set({ ...before, user: pointer.user })
        }
        await settle(pointer)
      }),
    signOut: (keepOutbox) =>
      inTurn(async () => {
        const before = sessionState.get()
        const refreshToken = tokens.refreshToken()
        const device = storage.device()
        startupCopy.showMember(undefined)
        const pointer = await read()
        // A refresh token can still read data; it is queued only for sessions from before end tokens (S13), and for one
        // whose pointer found no room (S33).
        const endToken = (pointer?.state === 'locked' ? refreshToken : null) ?? pointer?.endToken ?? refreshToken
        const report = endToken === null ? null : { id: uuidv7(), refreshToken: endToken }
        const wiped = pointer && { dbName: pointer.dbName, keepOutbox }
        if (wiped) ownerChanges.beginSignOut(wiped)
        tokens.clear()
        jar.remove(OPEN_COOKIE)
        const queueReport =
          device && wiped && (await recordSignOut(device, storage, { wipe: wiped, report, at: platform.wall() }))
        memory = undefined
        unstoredPointer = undefined
        sessionState.set({ state: 'anonymous' })
        close(before)
        const isWiped = wiped !== undefined && (await wipe(wiped))
        if (device) await ownerChanges.end(device, isWiped ? [wiped.dbName] : [])
        const isQueued = (await queueReport?.()) ?? false
        if (report && !isQueued) unstored.add(report)
      }),
    accept: async (session) => {
      const device = storage.device()
      const next = pointerOf(session)
      const isSameMember = (pointer: SessionPointer | undefined) =>
        pointer ? pointer.memberId === next.memberId : restore.isRunning()
      let accepted = isSameMember(memory)
      // Read and written in one transaction, since another tab may sign out in between.
      const store = (device: DeviceDb) =>
        device.transaction('rw', device.kept, async () => {
          accepted = isSameMember((await device.read(VALUE_KEYS.session)) ?? unstoredPointer)
          if (accepted) await device.keep(VALUE_KEYS.session, next)
        })
      const isStored = device && (await storage.withQuotaRetry(() => store(device)))
      if (!accepted) return false
      memory = next
      // On a full disk an earlier pointer of this member stays; where there is none, this page holds the only one.
      unstoredPointer = isStored ? undefined : next
      if (isStored) await ownerChanges.end(device, [])
      if (restore.isRunning()) jar.set(OPEN_COOKIE, '1', null)
      void inTurn(() => settle(next))
      return true
    },
    lock: () =>
      inTurn(async () => {
        const pointer = await read()
        if (!pointer) return
        const locked: SessionPointer = { ...pointer, state: 'locked' }
        await write(locked)
        await settle(locked)
      }),
    recoverFromEviction: (error) =>
      inTurn(async () => {
        if (!(await storage.check(error))) return renewHome()
        await mend()
        return true
      }),
  }
}
