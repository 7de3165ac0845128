import { liveQuery } from 'dexie'
import { CODE_PERIOD_MS } from '#contract/limits.ts'
import type { Drawn, PassRow } from '#db/names.ts'
import type { Cell } from '../cell.ts'
import { Gone } from '../outbox/home.ts'
import type { Platform } from '../platform.ts'
import type { Here } from '../session.ts'
import type { PhoneStorage } from '../storage.ts'
import { drawCode } from './draw.ts'
import { signGift, type GiftAuthority, type GiftFor } from './giftProof.ts'
import { signerFor } from './key.ts'

export interface CodesDeps {
  platform: Platform
  storage: PhoneStorage
  here: Cell<Here>
  now: () => number
}

export interface LiveCode extends Drawn {
  nextAt: number
  live: boolean
}

export interface Codes {
  /** Draws a new code every period until told to stop; the last drawn one is shown at once. */
  present: (passUid: string, show: (code: LiveCode | null) => void) => () => void
  /** Draws a first code of every pass of this phone, so that the start-up script finds one. */
  drawMissing: () => Promise<void>
  /** What sending this pass as a gift takes; signs it where this phone shows the pass. */
  signGift: (gift: GiftFor) => Promise<GiftAuthority>
}

export const createCodes = ({ platform, storage, here, now }: CodesDeps): Codes => {
  const home = () => {
    const current = here.get()
    return 'home' in current ? current.home : null
  }

  /** Null: this pass lives elsewhere, or this phone has lost its key. */
  const draw = async (row: PassRow): Promise<Drawn | null> => {
    const place = home()
    const sign = place && (await signerFor(row.pass, place.db, storage.device(), platform.subtle))
    const { certificate } = row.pass
    if (!place || !sign || certificate === null) return null
    const drawn = await drawCode(certificate, now(), sign)
    await storage
      .writing(() =>
        place.transaction(async (db) => {
          const current = await db.passes.get(row.passUid)
          if (current?.pass.certificate === certificate) await db.passes.put({ ...current, drawn })
        }),
      )
      // The code is good although it could not be kept.
      .catch(() => undefined)
    return drawn
  }

  const present: Codes['present'] = (passUid, show) => {
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
      const mine = turn
      const drawn = await draw(row)
      if (stopped || mine !== turn) return
      if (!drawn) return show(null)
      madeAt = platform.monotonic()
      show({ ...drawn, nextAt: drawn.madeAt + CODE_PERIOD_MS, live: true })
      cancel = platform.after(CODE_PERIOD_MS, () => void step().catch(failed))
    }
    const step = async () => {
      const row = await place.db.passes.get(passUid)
      if (row && !stopped) await next(row)
    }
    const failed = (error: unknown) => {
      if (!(error instanceof Gone)) show(null)
    }
    const watching = liveQuery(() => place.db.passes.get(passUid)).subscribe({
      next: (row) => {
        // Each drawn code is written too: only a new certificate is news.
        if (stopped || certificate === (row?.pass.certificate ?? null)) return
        certificate = row?.pass.certificate ?? null
        if (!row || certificate === null) return show(null)
        if (row.drawn) show({ ...row.drawn, nextAt: row.drawn.madeAt + CODE_PERIOD_MS, live: false })
        next(row).catch(failed)
      },
      error: failed,
    })
    // Timers stand still while nobody looks.
    const wake = platform.on('visible', () => {
      if (platform.monotonic() - madeAt >= CODE_PERIOD_MS) void step().catch(failed)
    })
    return () => {
      stopped = true
      cancel?.()
      wake()
      watching.unsubscribe()
    }
  }

  return {
    present,
    drawMissing: async () => {
      const rows = (await home()?.db.passes.toArray()) ?? []
      for (const row of rows) if (!row.drawn && row.pass.certificate !== null) await draw(row)
    },
    signGift: async (gift) => {
      const place = home()
      return place ? signGift(gift, place.db, storage.device(), platform.subtle) : { is: 'unbound' }
    },
  }
}
