import { liveQuery } from 'dexie'
import { CODE_PERIOD_MS } from '#contract/limits.ts'
import type { DrawnCode, PassRow } from '#db/names.ts'
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

/** Creates the live codes of one page. */
export const createLiveCodes = ({ platform, storage, sessionState, now }: CodesDeps): LiveCodes => {
  const home = () => {
    const current = sessionState.get()
    return 'home' in current ? current.home : null
  }

  /** Draws and stores a code. Resolves null when the pass is not bound to this phone, or the key is lost (L4). */
  const draw = async (row: PassRow): Promise<DrawnCode | null> => {
    const place = home()
    const sign = place && (await signerFor(row.pass, place.db, storage.device(), platform.subtle))
    const { certificate } = row.pass
    if (!place || !sign || certificate === null) return null
    const drawn = await drawCode(certificate, now(), sign)
    await storage
      .withQuotaRetry(() =>
        place.transaction(async (db) => {
          const current = await db.passes.get(row.passUid)
          if (current?.pass.certificate !== certificate) return
          const code = { ...drawn, epoch: current.pass.epoch }
          // `put` counts as a new key, for which queries of the keys alone run again; `update` does not.
          if ((await db.drawn.update(row.passUid, code)) === 0) await db.drawn.put({ ...code, passUid: row.passUid })
        }),
      )
      // The code is valid although it could not be stored.
      .catch(() => undefined)
    return drawn
  }

  /** Draws the next code of each presentation. */
  const renewals = new Set<() => Promise<boolean>>()

  const present: LiveCodes['present'] = (passUid, show) => {
    const place = home()
    if (!place) {
      show(null)
      return () => undefined
    }
    let stopped = false
    let cancel: (() => void) | null = null
    let certificate: string | null | undefined
    let turn = 0
    let madeAt = Number.NEGATIVE_INFINITY

    const next = async (row: PassRow) => {
      cancel?.()
      turn += 1
      const ownTurn = turn
      const drawn = await draw(row)
      if (stopped || ownTurn !== turn) return
      if (!drawn) return show(null)
      madeAt = platform.monotonic()
      show({ ...drawn, nextAt: drawn.madeAt + CODE_PERIOD_MS, live: true })
      cancel = platform.schedule(CODE_PERIOD_MS, () => void step().catch(failed))
    }
    const step = async () => {
      const row = await place.db.passes.get(passUid)
      if (row && !stopped) await next(row)
    }
    const failed = (error: unknown) => {
      if (!(error instanceof HomeClosedError)) show(null)
    }
    const begin = async (row: PassRow) => {
      const stored = await place.db.drawn.get(passUid)
      if (stopped || certificate !== row.pass.certificate) return
      if (stored) show({ ...stored, nextAt: stored.madeAt + CODE_PERIOD_MS, live: false })
      await next(row)
    }
    const renewal = async () => {
      if (typeof certificate !== 'string') return false
      await step().catch(failed)
      return true
    }
    renewals.add(renewal)
    const watching = liveQuery(() => place.db.passes.get(passUid)).subscribe({
      next: (row) => {
        // A new name or state of the pass needs no new code: react to a new certificate only.
        if (stopped || certificate === (row?.pass.certificate ?? null)) return
        certificate = row?.pass.certificate ?? null
        if (!row || certificate === null) return show(null)
        begin(row).catch(failed)
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

  return {
    present,
    renew: async () => (await Promise.all([...renewals].map((renewal) => renewal()))).filter(Boolean).length,
    drawMissing: async () => {
      const db = home()?.db
      const drawnUids = await db?.drawn.toCollection().primaryKeys()
      for (const row of (await db?.passes.toArray()) ?? [])
        if (row.pass.certificate !== null && !drawnUids?.includes(row.passUid)) await draw(row)
    },
    drawText,
    drawAddress,
    signGift: async (gift) => {
      const place = home()
      return place ? signGift(gift, place.db, storage.device(), platform.subtle) : { is: 'unbound' }
    },
  }
}
