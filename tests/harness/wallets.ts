import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The operator's certificates for wallet passes, self-signed. */

export const PASS_TYPE = 'pass.example.harbor-pass'
export const TEAM = 'ABCDE12345'
export const ISSUER = '3388000000022222222'
export const ACCOUNT = 'wallet-passes@harbor-pass-production.iam.gserviceaccount.com'

const folder = (): string => mkdtempSync(join(tmpdir(), 'harbor-wallets-'))
/** Runs openssl; no argument has a space. */
const openssl = (command: string): void => {
  execFileSync('openssl', command.split(' '), { stdio: 'ignore' })
}

/** Makes a certificate authority in place of Apple's and a certificate of it, and returns the settings with their paths. */
export const appleSettings = ({ passphrase }: { passphrase?: string } = {}) => {
  const dir = folder()
  const at = (name: string): string => join(dir, name)
  const authority = (name: string): void =>
    openssl(
      `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${name} -keyout ${at(`${name}.key`)} -out ${at(`${name}.pem`)}`,
    )
  authority('wwdr')
  authority('stranger')
  const protection = passphrase === undefined ? '-nodes' : `-passout pass:${passphrase}`
  const subject = `/UID=${PASS_TYPE}/OU=${TEAM}/CN=Pass`
  openssl(`req -newkey rsa:2048 ${protection} -subj ${subject} -keyout ${at('pass.key')} -out ${at('pass.csr')}`)
  const issuer = `-CA ${at('wwdr.pem')} -CAkey ${at('wwdr.key')} -CAcreateserial`
  openssl(`x509 -req -days 2 -in ${at('pass.csr')} ${issuer} -out ${at('pass.pem')}`)
  return {
    dir,
    env: {
      APPLE_WALLET: `${PASS_TYPE}:${TEAM}`,
      APPLE_WALLET_CERT: at('pass.pem'),
      APPLE_WALLET_KEY: at('pass.key'),
      APPLE_WALLET_WWDR: at('wwdr.pem'),
      ...(passphrase !== undefined && { APPLE_WALLET_KEY_PASSPHRASE: passphrase }),
    },
    /** Files that the settings must not name. */
    wrong: { authority: at('stranger.pem'), key: at('wwdr.key') },
  }
}

/** Makes the key of a service account in place of Google's, and returns the settings with its path. */
export const googleSettings = () => {
  const path = join(folder(), 'account.json')
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  writeFileSync(path, JSON.stringify({ type: 'service_account', client_email: ACCOUNT, private_key: key }))
  return { env: { GOOGLE_WALLET_ISSUER: ISSUER, GOOGLE_WALLET_KEY: path }, publicKey }
}

const END_OF_DIRECTORY = 0x06_05_4b_50
const END_BYTES = 22

/** Reads the files of a zip archive whose files are stored uncompressed, by name. */
export const unzip = (zip: Buffer): Map<string, Buffer> => {
  const end = zip.length - END_BYTES
  if (zip.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('not a zip archive')
  const files = new Map<string, Buffer>()
  let entry = zip.readUInt32LE(end + 16)
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (zip.readUInt16LE(entry + 10) !== 0) throw new Error('compressed')
    const [bytes, name, extra, comment] = [20, 28, 30, 32].map((at) =>
      at === 20 ? zip.readUInt32LE(entry + at) : zip.readUInt16LE(entry + at),
    ) as [number, number, number, number]
    const local = zip.readUInt32LE(entry + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    files.set(zip.toString('utf8', entry + 46, entry + 46 + name), zip.subarray(start, start + bytes))
    entry += 46 + name + extra + comment
  }
  return files
}

/** Verifies the detached signature of a pass against the authority; throws when it does not hold. */
export const verifySignature = (files: ReadonlyMap<string, Buffer>, authority: string): void => {
  const dir = folder()
  const [manifest, signature] = [join(dir, 'manifest.json'), join(dir, 'signature')]
  writeFileSync(manifest, files.get('manifest.json') ?? '')
  writeFileSync(signature, files.get('signature') ?? '')
  const input = `-inform DER -in ${signature} -content ${manifest}`
  openssl(`cms -verify -binary ${input} -CAfile ${authority} -purpose any -out ${join(dir, 'verified')}`)
  if (!readFileSync(join(dir, 'verified')).equals(readFileSync(manifest))) throw new Error('another manifest')
}
