import type { GateRules } from '#contract/calls/gate.ts'
import { fromBase64url } from '#contract/rules/bytes.ts'
import { judgeCode } from '#contract/rules/passCheck.ts'
import { decodeCertificate } from '#contract/rules/passCode.ts'
import { verifyWith } from '#contract/rules/signature.ts'
import { operatorToken } from '#server/http/operatorToken.ts'
import type { Gates } from './gates.ts'

/** Returns the name of the key that signed a certificate. */
export const keyIdOf = (certificate: string | null): string | undefined =>
  decodeCertificate(fromBase64url(certificate ?? '') ?? new Uint8Array())?.keyId

/** Returns the header of a token. */
export const headerOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString()) as { kid?: string }

/** Returns the verdict of a gate without a network, by the lists that it has. */
export const judgeOffline = (text: string, rules: GateRules | null, now: number) =>
  judgeCode(
    {
      text,
      now,
      issuerKeys: new Map(
        (rules?.keys ?? []).map((key) => [key.keyId, fromBase64url(key.publicKey) ?? new Uint8Array()]),
      ),
      revoked: new Map(),
      seen: new Set(),
      held: null,
      opened: null,
      notBefore: null,
    },
    verifyWith(crypto.subtle),
  )

/** Sends an operator's command to the running server. */
export const command = async (
  { app, deps }: Pick<Gates, 'app' | 'deps'>,
  method: 'GET' | 'POST' | 'DELETE',
  id = '',
  token?: string,
) => {
  const bearer = token ?? (await operatorToken(deps.keys, deps.clock(), 'operator'))
  const url = `/operator/keys${id && `/${id}`}`
  const answer = await app.inject({ method, url, headers: { authorization: `Bearer ${bearer}` } })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}
