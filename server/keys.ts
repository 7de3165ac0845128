import { createPrivateKey, createPublicKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createKeyRing, type KeyRing } from './keyRing.ts'
import { ConfigError } from './settings.ts'

/** All secrets derive from one root: a file of mode 0600 in the data folder, or `SECRET_KEY`. */
export interface Keys {
  /** Returns 32 bytes for one purpose (`access-token`, `cert`, `payment-webhook` …), always the same ones. */
  secret: (purpose: string) => Buffer
  /** Returns the Ed25519 pair for one purpose, such as `pass-issuer`. */
  pair: (purpose: string) => { privateKey: KeyObject; publicKey: KeyObject; /** 32 bytes. */ publicRaw: Buffer }
  /** The generations of the keys that operators rotate; the server keeps them as its database has them. */
  ring: KeyRing
}

const ROOT_BYTES = 32
/** PKCS #8 prefix of the 32 bytes of a private Ed25519 key. */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

const rootFrom = (path: string): Buffer => {
  const root = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
  if (root.length < ROOT_BYTES) throw new ConfigError(`The secret in ${path} is damaged; put back a copy of it.`)
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
  return root
}

/** Creates the root secret atomically, so that two processes that start at once use the same one. */
const makeRoot = (dir: string, path: string, root = randomBytes(ROOT_BYTES)): void => {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, root.toString('base64'), { mode: 0o600, flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

/** Caches each derived key, because every scan at a gate needs the issuer's. */
const once = <T>(make: (purpose: string) => T): ((purpose: string) => T) => {
  const cache = new Map<string, T>()
  return (purpose) => {
    const key = cache.get(purpose) ?? make(purpose)
    cache.set(purpose, key)
    return key
  }
}

const derive = (root: Buffer): Keys => {
  const secret = once((purpose) => Buffer.from(hkdfSync('sha256', root, 'harbor-pass', purpose, ROOT_BYTES)))
  return {
    secret,
    ring: createKeyRing(),
    pair: once((purpose) => {
      const privateKey = createPrivateKey({
        key: Buffer.concat([ED25519_PKCS8, secret(`pair:${purpose}`)]),
        format: 'der',
        type: 'pkcs8',
      })
      const publicKey = createPublicKey(privateKey)
      return { privateKey, publicKey, publicRaw: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32) }
    }),
  }
}

const rootPath = (dataDir: string): string => join(dataDir, 'keys', 'secret')

/** Returns the root of all secrets in base64, null when there is none yet. Throws `ConfigError`. */
export const readRootSecret = ({
  secretKey,
  dataDir,
}: {
  secretKey: string | null
  dataDir: string
}): string | null => {
  if (secretKey !== null) return Buffer.from(secretKey, 'base64').toString('base64')
  const path = rootPath(dataDir)
  return existsSync(path) ? rootFrom(path).toString('base64') : null
}

/** Writes the root of all secrets, in base64, into a data folder that has none or the same. Throws `ConfigError`. */
export const writeRootSecret = (dataDir: string, secret: string): void => {
  const path = rootPath(dataDir)
  if (!existsSync(path)) makeRoot(dirname(path), path, Buffer.from(secret, 'base64'))
  if (rootFrom(path).toString('base64') !== secret) throw new ConfigError(`The secret in ${path} is another one.`)
}

/** Opens the secrets of this installation; creates them at the first start. Throws `ConfigError`. */
export const openKeys = ({ secretKey, dataDir }: { secretKey: string | null; dataDir: string }): Keys => {
  if (secretKey !== null) return derive(Buffer.from(secretKey, 'base64'))
  const path = rootPath(dataDir)
  if (!existsSync(path)) makeRoot(dirname(path), path)
  return derive(rootFrom(path))
}
