import { liveQuery } from 'dexie'
import { CODE_PERIOD_MS } from '#contract/limits.ts'
import type { MyPass } from '#contract/calls/mypage.ts'
import type { MemberDb } from '#db/member.ts'
import type { DrawnCode } from '#db/names.ts'
import type { Cell } from '../cell.ts'
import { HomeClosedError } from '../outbox/home.ts'
import type { Platform } from '../platform.ts'
import type { SessionState } from '../session.ts'
import type { ClientStorage } from '../storage.ts'
import { drawAddress, drawCode, drawText } from './draw.ts'
import { signGift, type GiftAuthority, type GiftFor } from './giftProof.ts'
import { signerFor } from './key.ts'

export interface CodesDeps {
  platform: Platform
  storage: ClientStorage
  sessionState: Cell<SessionState>
  now: () => number
}

export interface LiveCode extends DrawnCode {
  /** When the next code is due, ms by the corrected time. */
  nextAt: number
  /** False for the stored code that is shown before the first live one is ready (L7). */
  live: boolean
}

export interface LiveCodes {
  /**
   * Calls `show` with the last drawn code (L7), then with a new one every 15 s (L6), or with null when this phone can
   * draw none. Returns a function that stops it.
   */
  present: (passUid: string, show: (code: LiveCode | null) => void) => () => void
  /**
   * Presents the code of a voucher in the same way, but stores none (L24): null until its certificate is in the mirror,
   * once the voucher was used, and on a phone that has not registered.
   */
  presentVoucher: (rsvtUid: string, show: (code: LiveCode | null) => void) => () => void
  /** Draws new codes now for the passes that are presented and bound to this phone; resolves with their number. */
  renew: () => Promise<number>
  /** Draws the first code of each pass bound to this phone, so that the start-up script finds one (L3). */
  drawMissing: () => Promise<void>
  /** Draws a text as a QR code, in the way of the live codes. */
  drawText: typeof drawText
  /** Draws an address as a QR code. */
  drawAddress: typeof drawAddress
  /** Returns the proof that sending this pass as a gift needs; signs it where the pass is bound to this phone (L5). */
  signGift: (gift: GiftFor) => Promise<GiftAuthority>
}

/** A certificate and the phone that it is for. */
type Bound = Pick<MyPass, 'certificate' | 'deviceUid'>

/** What the codes on the screen are drawn from. */
interface CodeSource {
  /** Reads the mirror, in a live query. */
  read: () => Promise<Bound | undefined>
  /** Resolves with the last drawn code (L7). */
  stored: () => Promise<DrawnCode | undefined>
  draw: (bound: Bound) => Promise<DrawnCode | null>
}

/** Creates the live codes of one page. */
export const createLiveCodes = ({ platform, storage, sessionState, now }: CodesDeps): LiveCodes => {
  const home = () => {
    const current = sessionState.get()
    return 'home' in current ? current.home : null
  }

  /** Draws a code. Resolves null when the certificate is not of this phone, or the key is lost (L4, L24). */
  const drawOnce = async (bound: Bound): Promise<DrawnCode | null> => {
    const db = home()?.db
    const sign = db && (await signerFor(bound, db, storage.device(), platform.subtle))
    return sign && bound.certificate !== null ? drawCode(bound.certificate, now(), sign) : null
  }
  /** Draws and stores the code of a pass. */
  const draw = async (passUid: string, bound: Bound): Promise<DrawnCode | null> => {
    const place = home()
    const drawn = await drawOnce(bound)
    if (!place || !drawn) return null
    await storage
      .withQuotaRetry(() =>
        place.transaction(async (db) => {
          const current = await db.passes.get(passUid)
          if (current?.pass.certificate !== bound.certificate) return
          const code = { ...drawn, epoch: current.pass.epoch }
          // `put` counts as a new key, for which queries of the keys alone run again; `update` does not.
          if ((await db.drawn.update(passUid, code)) === 0) await db.drawn.put({ ...code, passUid })
        }),
      )
      // The code is valid although it could not be stored.
      .catch(() => undefined)
    return drawn
  }

  /** Draws the next code of each presentation. */
  const renewals = new Set<() => Promise<boolean>>()

  /** Presents the code of a source to `show`, as `LiveCodes.present` describes. */
  const follow = ({ read, stored, draw: drawNext }: CodeSource, show: (code: LiveCode | null) => void) => {
    let stopped = false
    let cancel: (() => void) | null = null
    let certificate: string | null | undefined
    let turn = 0
    let madeAt = Number.NEGATIVE_INFINITY

    const next = async (bound: Bound) => {
      cancel?.()
      turn += 1
      const ownTurn = turn
      const drawn = await drawNext(bound)
      if (stopped || ownTurn !== turn) return
      if (!drawn) return show(null)
      madeAt = platform.monotonic()
      show({ ...drawn, nextAt: drawn.madeAt + CODE_PERIOD_MS, live: true })
      cancel = platform.schedule(CODE_PERIOD_MS, () => void step().catch(failed))
    }
    const step = async () => {
      const bound = await read()
      if (bound && !stopped) await next(bound)
    }
    const failed = (error: unknown) => {
      if (!(error instanceof HomeClosedError)) show(null)
    }
    const begin = async (bound: Bound) => {
      const last = await stored()
      if (stopped || certificate !== bound.certificate) return
      if (last) show({ ...last, nextAt: last.madeAt + CODE_PERIOD_MS, live: false })
      await next(bound)
    }
    const renewal = async () => {
      if (typeof certificate !== 'string') return false
      await step().catch(failed)
      return true
    }
    renewals.add(renewal)
    const watching = liveQuery(read).subscribe({
      next: (bound) => {
        // A new name or state of the pass needs no new code: react to a new certificate only.
        if (stopped || certificate === (bound?.certificate ?? null)) return
        certificate = bound?.certificate ?? null
        if (!bound || certificate === null) {
          // A code that is being drawn is of the former certificate.
          turn += 1
          cancel?.()
          return show(null)
        }
        begin(bound).catch(failed)
      },
      error: failed,
    })
    // Browsers throttle or stop the timers of hidden pages.
    const wake = platform.on('visible', () => {
      if (platform.monotonic() - madeAt >= CODE_PERIOD_MS) void step().catch(failed)
    })
    return () => {
      stopped = true
      renewals.delete(renewal)
      cancel?.()
      wake()
      watching.unsubscribe()
    }
  }

  /** Presents the code of a source in the member database; null without one. */
  const presentFrom = (show: (code: LiveCode | null) => void, sourceIn: (db: MemberDb) => CodeSource) => {
    const place = home()
    if (place) return follow(sourceIn(place.db), show)
    show(null)
    return () => undefined
  }

  return {
    present: (passUid, show) =>
      presentFrom(show, (db) => ({
        read: async () => (await db.passes.get(passUid))?.pass,
        stored: () => db.drawn.get(passUid),
        draw: (bound) => draw(passUid, bound),
      })),
    presentVoucher: (rsvtUid, show) =>
      presentFrom(show, (db) => ({
        read: async () => {
          const voucher = await db.vouchers.get(rsvtUid)
          return voucher?.kind === 'goods' ? voucher.live : undefined
        },
        stored: () => Promise.resolve(undefined),
        draw: drawOnce,
      })),
    renew: async () => (await Promise.all([...renewals].map((renewal) => renewal()))).filter(Boolean).length,
    drawMissing: async () => {
      const db = home()?.db
      const drawnUids = await db?.drawn.toCollection().primaryKeys()
      for (const row of (await db?.passes.toArray()) ?? [])
        if (row.pass.certificate !== null && !drawnUids?.includes(row.passUid)) await draw(row.passUid, row.pass)
    },
    drawText,
    drawAddress,
    signGift: async (gift) => {
      const place = home()
      return place ? signGift(gift, place.db, storage.device(), platform.subtle) : { is: 'unbound' }
    },
  }
}
