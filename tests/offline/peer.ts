import { hash } from 'node:crypto'
import type { Gift } from '#contract/calls/gift.ts'
import type { Inquiry } from '#contract/calls/inquiry.ts'
import type { MyPass } from '#contract/calls/mypage.ts'
import { SYNC_PARTS, type SyncPart } from '#contract/calls/sync.ts'
import { cursorOf, marksOf } from '#contract/rules/cursor.ts'
import { INQUIRY_MIN } from '#contract/limits.ts'
import type { Handler } from '../harness/network.ts'

/**
 * An in-memory server with what the outbox's tests need, on the test's clock. It shows how an answer affects the phone;
 * how the real server answers is tested with the real server.
 */
export interface Peer {
  handler: Handler
  favourites: (memberId: string) => string[]
  /** Effects in order: `on harbour`, `inquiry 0193…`. */
  effects: string[]
  inquiries: Inquiry[]
  /** Author by inquiry id; a guest's inquiry has none. */
  authors: Map<string, string>
  gifts: Gift[]
  /** Invalidates all access tokens; with `all`, the refresh tokens too. */
  expire: (all?: boolean) => void
  revoked: string[]
  passes: Map<string, MyPass[]>
  devices: { memberId: string; algorithm: string; publicKey: string; signature: string; nonce: string }[]
  catalogue: { version: string; calls: number; unchanged: number }
}

/** An attraction that the server does not know. */
export const UNKNOWN_PLACE = 'no-longer'

const json = (
  http: number,
  code: string,
  data: unknown,
  statusFields: object = {},
  headers: Record<string, string> = {},
) => new Response(JSON.stringify({ status: { code, message: code, ...statusFields }, data }), { status: http, headers })

/** Creates an in-memory server; `now` returns its time (ms UTC). */
export const createPeer = (now: () => number): Peer => {
  const good = new Set<string>()
  const refreshes = new Map<string, { memberId: string; keep: string; serial: number }>()
  const sessionCounts = new Map<string, number>()
  const rows = new Map<string, Map<string, number>>()
  const stored = new Map<string, { body: string; response: [number, string, unknown] }>()
  let count = 0

  const peer: Peer = {
    handler: async () => json(404, 'E_ROUTE', null),
    favourites: (memberId) => [...(rows.get(memberId)?.keys() ?? [])],
    effects: [],
    inquiries: [],
    authors: new Map(),
    gifts: [],
    expire: (all = false) => {
      good.clear()
      if (all) refreshes.clear()
    },
    revoked: [],
    passes: new Map(),
    devices: [],
    catalogue: { version: 'one', calls: 0, unchanged: 0 },
  }

  /** The first end token of a member is `e.mina`, that of the next sign-in `e.mina.2`. */
  const endTokenOf = (memberId: string, serial: number) => (serial === 1 ? `e.${memberId}` : `e.${memberId}.${serial}`)
  const session = (memberId: string, autoLgnYn: string, serial: number) => {
    count += 1
    const accessToken = `a.${memberId}.${count}`
    const refreshToken = `r.${memberId}.${count}`
    good.add(accessToken)
    refreshes.set(refreshToken, { memberId, keep: autoLgnYn, serial })
    const userInfo = { memberId, email: `${memberId}@example.com`, engNm: memberId, engSurname: 'Lee' }
    const endToken = endTokenOf(memberId, serial)
    return { accessToken, refreshToken, endToken, sessionId: `s.${memberId}.${serial}`, autoLgnYn, userInfo }
  }
  const signIn = (memberId: string, autoLgnYn: string) => {
    const serial = (sessionCounts.get(memberId) ?? 0) + 1
    sessionCounts.set(memberId, serial)
    return session(memberId, autoLgnYn, serial)
  }

  const answerOf = (
    method: string,
    path: string,
    query: URLSearchParams,
    body: Record<string, string>,
    member: string | null,
  ) => {
    const ok = (data: unknown): [number, string, unknown] => [200, '200', data]
    const gdsUid = query.get('gdsUid') ?? ''
    const mine = rows.get(member ?? '') ?? new Map<string, number>()
    if (member !== null) rows.set(member, mine)
    const ownInquiries = () => peer.inquiries.filter(({ id }) => peer.authors.get(id) === (member ?? undefined))
    const pageOf = (list: unknown[]) => ({ list, pageNum: 1, pageSize: 50, total: list.length })
    switch (`${method} ${path}`) {
      case 'GET /time':
        return ok({ now: now() })
      case 'POST /account/login':
        return body.password === 'right'
          ? ok(signIn(body.id ?? '', body.autoLgnYn ?? 'N'))
          : ([200, 'E_LOGIN', null] as const)
      case 'POST /account/update-token': {
        const grant = refreshes.get(body.refreshToken ?? '')
        return grant ? ok(session(grant.memberId, grant.keep, grant.serial)) : ([200, 'E_SESSION', null] as const)
      }
      case 'POST /account/logout':
        peer.revoked.push(body.refreshToken ?? '')
        for (const [token, { memberId, serial }] of refreshes)
          if ([token, endTokenOf(memberId, serial)].includes(body.refreshToken ?? '')) refreshes.delete(token)
        return ok(null)
      case 'POST /attraction/interest':
        if (gdsUid === UNKNOWN_PLACE) return [200, 'E_NOT_FOUND', null] as const
        peer.effects.push(`on ${gdsUid}`)
        mine.set(gdsUid, now())
        return ok({ gdsUid, interestYn: 'Y' })
      case 'DELETE /attraction/interest/delete':
        if (gdsUid === UNKNOWN_PLACE) return [200, 'E_NOT_FOUND', null] as const
        peer.effects.push(`off ${gdsUid}`)
        mine.delete(gdsUid)
        return ok({ gdsUid, interestYn: 'N' })
      case 'GET /mypage/myAttraction/list':
        return ok({ list: [...mine].map(([uid, at]) => ({ gdsUid: uid, at })) })
      case 'GET /mypage/myPass/list':
        return ok({ list: peer.passes.get(member ?? '') ?? [] })
      case 'GET /mypage/myPage':
        return ok({
          memberId: member,
          email: `${member}@example.com`,
          engNm: member,
          engSurname: 'Lee',
          mobile: null,
          ntnCd: null,
          joinedAt: 0,
          counts: { passes: 0, favourites: mine.size, inquiries: 0 },
        })
      case 'GET /mypage/myPass/device':
        return ok({ nonce: `nonce-${(count += 1)}`, expiresAt: now() + 300_000 })
      case 'POST /mypage/myPass/device': {
        const { algorithm = '', publicKey = '', signature = '', nonce = '' } = body
        peer.devices.push({ memberId: member ?? '', algorithm, publicKey, signature, nonce })
        return ok({ deviceUid: `device-of-${member}`, list: peer.passes.get(member ?? '') ?? [] })
      }
      case 'POST /inquiry/insertInquiry': {
        const { id = '', email = '', content = '' } = body
        if (content.length < INQUIRY_MIN) return [422, 'E_INPUT', null] as const
        peer.effects.push(`inquiry ${id}`)
        const number = `Q-${String(peer.inquiries.length + 1).padStart(6, '0')}`
        const inquiry: Inquiry = { id, number, email, content, state: 'waiting', writtenAt: now(), answer: null }
        peer.inquiries.push(inquiry)
        if (member !== null) peer.authors.set(id, member)
        return ok(inquiry)
      }
      case 'GET /inquiry/list':
        return ok(pageOf(ownInquiries()))
      case 'GET /sync': {
        const rows: Partial<Record<SyncPart, unknown>> = {
          favourites: [...mine],
          passes: peer.passes.get(member ?? '') ?? [],
          inquiries: ownInquiries(),
          gifts: peer.gifts,
        }
        const before = marksOf(query.get('cursor') ?? '')
        const only = query.get('part')
        const markOf = (syncPart: SyncPart) =>
          before && only !== null && only !== syncPart
            ? before[syncPart]
            : hash('md5', JSON.stringify(rows[syncPart] ?? null))
        const marks = Object.fromEntries(SYNC_PARTS.map((syncPart) => [syncPart, markOf(syncPart)]))
        const changed = SYNC_PARTS.filter((syncPart) => before?.[syncPart] !== marks[syncPart])
        const cursor = cursorOf(marks as Record<SyncPart, string>)
        return ok({ cursor, changed })
      }
      case 'GET /mypage/gift/list':
        return ok(pageOf(peer.gifts))
      case 'GET /push/state':
        return ok({ publicKey: '', pushYn: 'Y' })
      case 'GET /mypage/exchangeCard/list':
      case 'GET /mypage/AttractionHistory':
      case 'GET /newsfeed/list':
      case 'GET /reserve/list':
      case 'GET /mypage/myCoupon':
      case 'GET /mypage/buy/list':
        return ok(pageOf([]))
      case 'GET /catalogue':
        return ok({ version: peer.catalogue.version, products: [] })
      default:
        return [404, 'E_ROUTE', null] as const
    }
  }

  const PUBLIC = /^\/(time|catalogue|account\/)/
  peer.handler = async (request) => {
    const url = new URL(request.url)
    const path = url.pathname.replace('/api/v1', '')
    const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? null
    const member = token !== null && good.has(token) ? (token.split('.')[1] ?? null) : null
    const isGuest = path.startsWith('/inquiry/insert') && token === null
    const nonce = request.headers.get('nonce')
    const statusFields = nonce === null ? {} : { serverNow: now(), nonce }
    if (path === '/catalogue') {
      peer.catalogue.calls += 1
      const etag = `"${peer.catalogue.version}"`
      if (request.headers.get('if-none-match') === etag) {
        peer.catalogue.unchanged += 1
        return new Response(null, { status: 304, headers: { etag } })
      }
      return json(200, '200', { version: peer.catalogue.version, products: [] }, {}, { etag })
    }
    if (!PUBLIC.test(path) && !isGuest) {
      if (member === null) return json(400, 'E_TOKEN', null, statusFields)
      const owner = request.headers.get('owner')
      if (owner !== null && owner !== member) return json(200, 'E_OWNER', null, statusFields)
    }
    const text = await request.text()
    const key = request.method === 'GET' || path.startsWith('/account') ? null : request.headers.get('idempotency-key')
    const name = `${member ?? 'guest'} ${key}`
    const before = key === null ? undefined : stored.get(name)
    if (before && before.body !== url.search + text) return json(409, 'E_KEY_REUSED', null, statusFields)
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, string>)
    const response =
      before?.response ??
      ([...answerOf(request.method, path, url.searchParams, body, member)] as [number, string, unknown])
    if (key !== null) stored.set(name, { body: url.search + text, response })
    return json(response[0], response[1], response[2], statusFields)
  }
  return peer
}
