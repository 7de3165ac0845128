import type { Api } from '#api/client.ts'
import { failedAnswer, NO_STORAGE, type Answer } from '#api/failure.ts'
import { device, deviceNonce } from '#contract/calls/mypage.ts'
import type { Locale } from '#contract/locales.ts'
import { toBase64url } from '#contract/rules/bytes.ts'
import { deviceProofBytes } from '#contract/rules/deviceProof.ts'
import type { DeviceDb } from '#db/device.ts'
import type { MemberDb } from '#db/member.ts'
import { VALUE_KEYS } from '#db/names.ts'
import { writePasses } from '../mirror/mirrorParts.ts'
import { recordPull } from '../mirror/stamps.ts'
import type { Home } from '../outbox/home.ts'
import type { ClientStorage } from '../storage.ts'
import { deviceKey, signWith } from './key.ts'

export interface RegisterDeps {
  api: Api
  device: () => DeviceDb | null
  subtle: SubtleCrypto | null
  locks: LockManager | undefined
  now: () => number
  withQuotaRetry: ClientStorage['withQuotaRetry']
  locale: () => Locale
}

/** `passUid` is the pass to bind to this phone; `password` is needed when the pass is bound to another phone. */
export interface Binding {
  passUid?: string
  password?: string
}

const sessionIdOf = async ({ device: open }: RegisterDeps): Promise<string | undefined> =>
  (await open()?.read(VALUE_KEYS.session))?.sessionId

/**
 * Registers the device key, proven by a signature over the server's nonce (L2), and writes the passes of the answer
 * into the mirror. Fails with `E_DEVICE_PROOF` when the browser can make or keep no key, and with `STORAGE` when the disk
 * is full. Throws `HomeClosedError`.
 */
export const register = async (
  home: Home<MemberDb>,
  deps: RegisterDeps,
  binding: Binding = {},
): Promise<Answer<null>> => {
  const { api, subtle } = deps
  const key = await deviceKey(deps.device(), subtle)
  if (!key || !subtle) return failedAnswer({ kind: 'refused', code: 'E_DEVICE_PROOF' })
  const { owner } = home
  const sessionId = await sessionIdOf(deps)
  const nonce = await api.call(deviceNonce, {}, { owner })
  if (!nonce.ok) return nonce
  const signature = toBase64url(await signWith(subtle, key)(deviceProofBytes(nonce.data.nonce)))
  const { algorithm, publicKey } = key
  const body = { algorithm, publicKey, nonce: nonce.data.nonce, signature, ...binding }
  const locale = deps.locale()
  const answer = await api.call(device, { body }, { owner })
  if (!answer.ok) return answer
  const isStored = await deps.withQuotaRetry(() =>
    home.transaction(async (db) => {
      const { deviceUid } = answer.data
      await db.keep('device', { deviceUid, publicKey, ...(sessionId !== undefined && { sessionId }) })
      await writePasses(db, answer.data.list)
      await recordPull(db.stamps, 'passes', deps.now(), { locale })
    }),
  )
  return isStored ? { ok: true, data: null } : failedAnswer(NO_STORAGE)
}

/**
 * Registers the device key once for each session, in one tab, and again after the key was lost (L2). The server then
 * knows which passes leave the screen when the member signs this phone out from another one. Resolves true when it has
 * registered: vouchers that were pulled before have no certificate for this phone (L23).
 */
export const ensureRegistered = async (home: Home<MemberDb>, deps: RegisterDeps): Promise<boolean> => {
  const key = await deviceKey(deps.device(), deps.subtle)
  if (!key) return false
  const once = async () => {
    const registered = await home.db.read('device')
    const isRegistered = registered?.publicKey === key.publicKey && registered.sessionId === (await sessionIdOf(deps))
    return !isRegistered && (await register(home, deps)).ok
  }
  // `ifAvailable`: no-op while another tab registers.
  return deps.locks
    ? deps.locks.request(`hp-register-${home.db.name}`, { ifAvailable: true }, (lock) => (lock ? once() : false))
    : once()
}
