import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { HEADER_IDEMPOTENCY } from '#contract/envelope.ts'
import { toBase64url } from '#contract/rules/bytes.ts'
import { deviceProofBytes } from '#contract/rules/deviceProof.ts'
import type { Keys } from '#server/keys.ts'
import { drawCode, type Phone, type Row } from './gates.ts'
import { buy, callsOf, CallFailed } from './purchases.ts'

/** The visitors, phones and gates of a soak. All rates are of arrivals: nobody waits for the one before. */

/** A member's phone. `token` is null while nobody is signed in. */
export interface Visitor {
  email: string
  token: string | null
  refreshToken: string
  cursor: string
}

export interface Crowd {
  keys: Keys
  password: string
  /** Members with a session. */
  regulars: Visitor[]
  /** Members who have never signed in. */
  newcomers: Visitor[]
  gateTokens: string[]
  phone: Phone
  /** Passes that the gates admit, each at every gate. */
  passes: Row[]
}

/** Of so many purchases, one is of a newcomer and one of a member who comes back; both sign in and out. */
export const SIGN_IN_EVERY = 30
/** Each upload of a gate has as many entries, one upload a second. */
export const UPLOAD_ENTRIES = 5
const WRONG_PASSWORD_EVERY_S = 5
const DEVICE_EVERY_S = 2
/** Questions of phones for each purchase. */
const SYNCS = 1 / 3
/** An arrival that starts later than this was not sent at its rate. */
const LATE_MS = 1_000
/** Arrivals that are not answered yet; those above fail. */
const UNANSWERED_MAX = 1_000

/** What happened since the last `take`. */
export interface Tally {
  purchaseMs: number[]
  arrivals: number
  late: number
  /** By the kind of arrival and the code of the answer. */
  errors: Record<string, number>
}
const emptyTally = (): Tally => ({ purchaseMs: [], arrivals: 0, late: 0, errors: {} })

const codeOf = (error: unknown): string =>
  error instanceof CallFailed ? error.code : ((error as { code?: string }).code ?? String(error))
/** Each email has an address of its own, so that wrong passwords of one delay nobody else. */
const addressOf = (email: string): Record<string, string> => {
  const [a = 0, b = 0, c = 0] = Buffer.from(email.slice(-16)).reduce<number[]>(
    (sums, byte, nth) => sums.with(nth % 3, ((sums[nth % 3] ?? 0) * 31 + byte) % 254),
    [0, 0, 0],
  )
  return { 'x-forwarded-for': `11.${a}.${b}.${c + 1}` }
}

/** Starts the load on a server; `stop` resolves when all that has arrived is answered. */
export const startLoad = (
  origin: string,
  crowd: Crowd,
  { options, perSecond }: { options: string[]; perSecond: number },
) => {
  const call = callsOf(origin)
  let tally = emptyTally()
  const unanswered = new Set<Promise<void>>()
  const timers: NodeJS.Timeout[] = []
  const signedOut: Visitor[] = []
  const seqs = crowd.gateTokens.map(() => 0)
  const uploads: Promise<unknown>[] = crowd.gateTokens.map(() => Promise.resolve())

  const fail = (kind: string, code: string): void => {
    tally.errors[`${kind} ${code}`] = (tally.errors[`${kind} ${code}`] ?? 0) + 1
  }
  const arrive = (kind: string, rate: number, work: (nth: number) => Promise<void>): void => {
    const began = performance.now()
    let nth = 0
    timers.push(
      setInterval(() => {
        for (; nth / rate <= (performance.now() - began) / 1000; nth += 1) {
          tally.arrivals += 1
          if (performance.now() - began - (nth / rate) * 1000 > LATE_MS) tally.late += 1
          if (unanswered.size >= UNANSWERED_MAX) {
            fail(kind, 'unanswered')
            continue
          }
          const answered: Promise<void> = work(nth)
            .catch((error: unknown) => fail(kind, codeOf(error)))
            .finally(() => unanswered.delete(answered))
          unanswered.add(answered)
        }
      }, 5),
    )
  }

  const signIn = async (visitor: Visitor): Promise<string> => {
    const body = { id: visitor.email, password: crowd.password, autoLgnYn: 'Y' }
    const session = await call('', '/account/login', body, addressOf(visitor.email))
    visitor.token = session.accessToken ?? ''
    visitor.refreshToken = session.refreshToken ?? ''
    return visitor.token
  }
  const signOut = async (visitor: Visitor): Promise<void> => {
    visitor.token = null
    await call('', '/account/logout', { refreshToken: visitor.refreshToken }, addressOf(visitor.email))
    signedOut.push(visitor)
  }
  const renew = async (visitor: Visitor): Promise<void> => {
    const { refreshToken } = visitor
    const session = await call('', '/account/update-token', { refreshToken }, addressOf(visitor.email))
    visitor.token = session.accessToken ?? ''
    visitor.refreshToken = session.refreshToken ?? ''
  }
  const sync = async (visitor: Visitor, query = ''): Promise<void> => {
    if (visitor.token === null) return
    const cursor = visitor.cursor && `cursor=${encodeURIComponent(visitor.cursor)}`
    const answer = await call(visitor.token, `/sync?${cursor}${cursor && query}`, undefined, addressOf(visitor.email))
    visitor.cursor = answer.cursor ?? ''
  }
  const regular = (nth: number): Visitor => {
    const visitor = crowd.regulars[nth % crowd.regulars.length]
    if (!visitor) throw new Error('a soak needs members')
    return visitor
  }
  /** Returns who buys as the `nth`, and whether that one signs in for it. */
  const buyer = (nth: number): { visitor: Visitor; signsIn: boolean } => {
    const turn = nth % SIGN_IN_EVERY
    const guest = turn === 0 ? crowd.newcomers.shift() : turn === SIGN_IN_EVERY / 2 ? signedOut.shift() : undefined
    return guest ? { visitor: guest, signsIn: true } : { visitor: regular(nth), signsIn: false }
  }
  const visit = async (nth: number): Promise<void> => {
    const began = performance.now()
    const { visitor, signsIn } = buyer(nth)
    if (signsIn) await signIn(visitor)
    else if (nth % SIGN_IN_EVERY === 1) await renew(visitor)
    const { token } = visitor
    if (token === null) throw new Error('nobody is signed in')
    const wanted = { gdsDtlUid: options[nth % options.length], passCnt: 1 }
    const { quoteUid = '' } = await call(token, '/pass/buyPassPayInfo', wanted, addressOf(visitor.email))
    const headers = { [HEADER_IDEMPOTENCY]: randomUUID(), ...addressOf(visitor.email) }
    const ordUid = await buy(origin, call, token, { quoteUid, headers })
    const { state } = await call(token, `/pass/order/${ordUid}`)
    if (state !== 'paid') throw new Error(`an approved order is ${state}`)
    tally.purchaseMs.push(performance.now() - began)
    await sync(visitor)
    if (signsIn) await signOut(visitor)
  }

  /** One upload: the next passes at a gate, in the order of its journal. */
  const upload = (nth: number): Promise<void> => {
    const gates = crowd.gateTokens.length
    const gate = nth % gates
    const from = Math.floor(nth / gates) * UPLOAD_ENTRIES
    const send = async (): Promise<void> => {
      const entries = []
      for (const pass of crowd.passes.slice(from, from + UPLOAD_ENTRIES)) {
        const at = Date.now()
        seqs[gate] = (seqs[gate] ?? 0) + 1
        const code = await drawCode(crowd.keys, crowd.phone, { pass, at })
        entries.push({ entryUid: randomUUID(), seq: seqs[gate], at, code })
      }
      const answer = await call(crowd.gateTokens[gate] ?? '', '/gate/journal', { entries, moreYn: 'N' })
      for (const { outcome, reason } of (answer.results ?? []) as unknown as { outcome: string; reason: string }[])
        if (outcome !== 'entered') fail('entry', reason ?? outcome)
    }
    const sent = (uploads[gate] ?? Promise.resolve()).then(send)
    uploads[gate] = sent.catch(() => undefined)
    return sent
  }

  const wrongPassword = async (): Promise<void> => {
    const id = `stranger.${randomUUID()}@mail.example`
    const error: unknown = await call('', '/account/login', { id, password: 'not this one' }, addressOf(id)).then(
      () => new Error('a wrong password signs in'),
      (refusal: unknown) => refusal,
    )
    if (codeOf(error) !== 'E_LOGIN') throw error
  }

  const registerPhone = async (nth: number): Promise<void> => {
    const visitor = regular(nth * 7)
    const { token } = visitor
    if (token === null) return
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const { nonce = '' } = await call(token, '/mypage/myPass/device', undefined, addressOf(visitor.email))
    const proof = {
      algorithm: 'Ed25519',
      publicKey: toBase64url(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)),
      nonce,
      signature: toBase64url(sign(null, deviceProofBytes(nonce), privateKey)),
    }
    await call(token, '/mypage/myPass/device', proof, addressOf(visitor.email))
  }

  arrive('purchase', perSecond, visit)
  arrive('sync', perSecond * SYNCS, (nth) => sync(regular(nth * 3), nth % 2 === 0 ? '&part=passes' : ''))
  arrive('upload', 1, upload)
  arrive('wrong password', 1 / WRONG_PASSWORD_EVERY_S, wrongPassword)
  arrive('phone', 1 / DEVICE_EVERY_S, registerPhone)

  return {
    /** Returns what happened since the last time. */
    take: (): Tally => {
      const taken = tally
      tally = emptyTally()
      return taken
    },
    stop: async (): Promise<void> => {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(unanswered)
    },
  }
}
