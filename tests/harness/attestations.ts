import { execFileSync } from 'node:child_process'
import { createHash, sign, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Attestation, Misbehaviour } from './authenticator.ts'

type Attest = NonNullable<Misbehaviour['attest']>

const hashOf = (clientData: Buffer): Buffer => createHash('sha256').update(clientData).digest()

/** The key description of Android's key store in DER, for the hash of what the browser has signed. */
const keyDescription = (challenge: Buffer): string => {
  const versions = '0201030a01010201040a0101'
  return `3034${versions}0420${challenge.toString('hex')}040030003000`
}

/** Attests by a chain of two certificates, as Android does; `crlUrl`: where the leaf says that revocations are listed. */
export const byCertificates =
  (crlUrl: string): Attest =>
  ({ privateKey, clientData }): Attestation => {
    const dir = mkdtempSync(join(tmpdir(), 'harbor-attestation-'))
    const at = (name: string): string => join(dir, name)
    const openssl = (command: string): void => {
      execFileSync('openssl', command.split(' '), { stdio: 'ignore' })
    }
    writeFileSync(at('leaf.key'), privateKey.export({ format: 'pem', type: 'pkcs8' }))
    const description = `1.3.6.1.4.1.11129.2.1.17=DER:${keyDescription(hashOf(clientData))}`
    writeFileSync(at('leaf.cnf'), `${description}\ncrlDistributionPoints=URI:${crlUrl}\n`)
    openssl(
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=root -keyout ${at('root.key')} -out ${at('root.pem')}`,
    )
    openssl(`req -new -key ${at('leaf.key')} -subj /CN=leaf -out ${at('leaf.csr')}`)
    const issuer = `-CA ${at('root.pem')} -CAkey ${at('root.key')} -CAcreateserial`
    openssl(`x509 -req -days 2 -in ${at('leaf.csr')} ${issuer} -extfile ${at('leaf.cnf')} -out ${at('leaf.pem')}`)
    const chain = ['leaf.pem', 'root.pem'].map(
      (name) => new Uint8Array(new X509Certificate(readFileSync(at(name))).raw),
    )
    return {
      format: 'android-key',
      statement: new Map<string, number | Uint8Array | Uint8Array[]>([
        ['alg', -7],
        ['sig', new Uint8Array(8)],
        ['x5c', chain],
      ]),
    }
  }

/** Attests by the new key itself, without certificates, as some devices do unasked. */
export const byItself: Attest = ({ privateKey, clientData, authData }): Attestation => ({
  format: 'packed',
  statement: new Map<string, number | Uint8Array>([
    ['alg', -7],
    ['sig', new Uint8Array(sign('sha256', Buffer.concat([authData, hashOf(clientData)]), privateKey))],
  ]),
})

/** The same with a list of certificates, which may be empty. */
export const byItselfWith =
  (chain: Uint8Array[]): Attest =>
  (created): Attestation => {
    const { format, statement } = byItself(created)
    return { format, statement: new Map([...statement, ['x5c', chain]]) }
  }
