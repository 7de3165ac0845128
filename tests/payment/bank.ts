import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sandboxGateway } from '#server/outside/payment/sandbox/client.ts'
import type { Choice } from '#server/outside/payment/sandbox/ledger.ts'
import { openSandbox } from '#server/outside/payment/sandbox/serve.ts'

/** Opens the real sandbox gateway in this process, with its own ledger. */
export const openBank = async (clock: () => number = Date.now) => {
  const dir = mkdtempSync(join(tmpdir(), 'harbor-bank-'))
  const secret = 'a secret of these tests'
  const lateMs = 300
  const sandbox = await openSandbox({ dir, secret, host: '127.0.0.1', port: 0, clock, lateMs })
  return {
    url: sandbox.url,
    secret,
    gateway: sandboxGateway({ url: sandbox.url, secret }),
    /** The buyer presses a button on the page. Returns where the browser is redirected, or null. */
    press: async (payUrl: string, choice: Choice): Promise<string | null> => {
      const response = await fetch(payUrl, {
        method: 'POST',
        body: new URLSearchParams({ choice }),
        redirect: 'manual',
      })
      await response.text()
      return response.headers.get('location')
    },
    /** The buyer's bank opens a dispute over a charge, or resolves it. */
    dispute: async (key: string, open: boolean) => {
      const response = await fetch(`${sandbox.url}/payments/${key}/${open ? 'dispute' : 'resolve'}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}` },
        body: '{}',
      })
      if (response.status !== 200) throw new Error(`the bank says ${response.status}`)
    },
    /** KRW kept of a payment: charged minus refunded. */
    keptKrw: (key: string): number =>
      sandbox.ledger
        .book()
        .lines.filter((line) => line.key === key)
        .reduce((sum, { what, amount }) => sum + (what === 'paid' ? amount : what === 'refunded' ? -amount : 0), 0),
    book: () => sandbox.ledger.book(),
    close: async () => {
      await sandbox.close()
      rmSync(dir, { recursive: true })
    },
  }
}
export type Bank = Awaited<ReturnType<typeof openBank>>
