import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Reach } from '#server/outside/push/webPush.ts'

/**
 * A push service on this machine that speaks the real protocol: it verifies the sender (RFC 8292) and its phones
 * decrypt messages (RFC 8291). Written from the standards, independently of the sender's library.
 */

/** A certificate for `push.test` and `elsewhere.test`, for these tests alone. */
const TLS = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg0QI8CXiLkJxIUo6T
kKl9IQgzhZ0ffaX5ae+B5K0X8eehRANCAAS69ITkHlWimRXIqSl45TmMFvgx6/BI
x5j776wJf3wM37PVosByAIPAZu27X9rheADj0skPST350WSM+4Ma1UmH
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBhDCCASqgAwIBAgIUMTsB9yj3ueTuaqJkqaEoHWWO+g4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJcHVzaC50ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAx
MDAwMDAwWjAUMRIwEAYDVQQDDAlwdXNoLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS69ITkHlWimRXIqSl45TmMFvgx6/BIx5j776wJf3wM37PVosByAIPA
Zu27X9rheADj0skPST350WSM+4Ma1UmHo1gwVjAPBgNVHRMBAf8EBTADAQH/MCQG
A1UdEQQdMBuCCXB1c2gudGVzdIIOZWxzZXdoZXJlLnRlc3QwHQYDVR0OBBYEFLcS
nwOLI5wHVHYPpev/l8K2lJIjMAoGCCqGSM49BAMCA0gAMEUCICaBxkWMpINsT61t
W0sU8UI0E8rPiFuDCXO9XC56zNQvAiEA4QzYGWf5kFFUxtls2RnbtcsLSvcTQT+N
gZtqSE+7/iI=
-----END CERTIFICATE-----`,
} satisfies ServerOptions

const CURVE = 'prime256v1'
const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')
const hkdf = (secret: Buffer, salt: Buffer, context: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, context, length))

/** Returns the sender's claims, or null when the signature does not fit the key. `vapid t=<jwt>, k=<key>`. */
const senderOf = (authorization = ''): { key: string; aud: string; sub: string; exp: number } | null => {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = bytes(key)
  if (point.length !== 65) return null
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    bytes(signature),
  )
  return signed ? { key, ...(JSON.parse(bytes(claims).toString()) as { aud: string; sub: string; exp: number }) } : null
}

/** A push that the service accepted; its body is still encrypted. */
export interface ReceivedPush {
  path: string
  ttl: number
  topic: string
  sender: { key: string; aud: string; sub: string; exp: number }
  body: Buffer
}

/** The next answer of the service. */
export interface Answering {
  status: number
  headers?: Record<string, string>
}

/** Opens the push service on a free port of this machine. */
export const openPushService = async () => {
  const taken: ReceivedPush[] = []
  const requestPaths: string[] = []
  const answers: Answering[] = []
  /** Paths whose requests wait until `letGo` is called. */
  const held = new Map<string, { isOpen: () => boolean; letGo: () => void }[]>()
  const server = createServer(TLS, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url: path = '' } = request
      requestPaths.push(path)
      const waiting = held.get(path)
      if (waiting) waiting.push({ isOpen: () => !response.destroyed, letGo: answerNow })
      else answerNow()
    })
    const answerNow = (): void => {
      const { url: path = '', headers } = request
      const sender = senderOf(headers.authorization)
      const answering = answers.shift() ?? { status: 201 }
      if (!sender || headers['content-encoding'] !== 'aes128gcm' || headers.ttl === undefined) {
        response.writeHead(403).end()
        return
      }
      if (answering.status === 201)
        taken.push({
          path,
          ttl: Number(headers.ttl),
          topic: String(headers.topic),
          sender,
          body: Buffer.concat(chunks),
        })
      response.writeHead(answering.status, answering.headers).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `https://push.test:${(server.address() as AddressInfo).port}`

  /** Returns a browser's subscription with what is needed to decrypt its messages. */
  const makePhone = () => {
    const own = createECDH(CURVE)
    const publicKey = own.generateKeys()
    const auth = randomBytes(16)
    const path = `/send/${randomBytes(9).toString('base64url')}`
    const read = (body: Buffer): unknown => {
      const salt = body.subarray(0, 16)
      const senderKey = body.subarray(21, 21 + (body[20] ?? 0))
      const sealed = body.subarray(21 + senderKey.length)
      const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
      const secret = hkdf(own.computeSecret(senderKey), auth, keyInfo, 32)
      const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const opener = createDecipheriv('aes-128-gcm', key, nonce)
      opener.setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()])
      // The text ends with a byte 2, followed by padding.
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
    }
    return {
      subscription: {
        endpoint: origin + path,
        keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
      },
      /** The messages received so far, decrypted, oldest first. */
      messages: (): unknown[] => taken.filter((one) => one.path === path).map(({ body }) => read(body)),
      arrived: (): ReceivedPush[] => taken.filter((one) => one.path === path),
      /** Leaves requests to this phone unanswered. Returns a function that answers them. */
      hold: (): (() => void) => {
        held.set(path, [])
        return () => {
          for (const { letGo } of held.get(path) ?? []) letGo()
          held.delete(path)
        }
      },
      /** Requests still waiting for an answer, which the sender has not aborted. */
      waiting: (): number => (held.get(path) ?? []).filter(({ isOpen }) => isOpen()).length,
      asked: (): number => requestPaths.filter((one) => one === path).length,
    }
  }

  return {
    origin,
    makePhone,
    /** The next answers, in order. Further requests get 201. */
    answer: (...next: Answering[]) => void answers.push(...next),
    /** For `openApp`: every name resolves to this machine, and any port and this certificate are accepted. */
    reach: {
      anyPort: true,
      ca: TLS.cert,
      lookup: (_host, options, callback) => {
        if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }])
        else callback(null, '127.0.0.1', 4)
      },
    } satisfies Reach,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
export type PushService = Awaited<ReturnType<typeof openPushService>>
export type PushPhone = ReturnType<PushService['makePhone']>
