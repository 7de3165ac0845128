import { createHmac, createPrivateKey, createPublicKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createKeyRing, type KeyRing } from './keyRing.ts'
import {
  parseRoots,
  readRootFile,
  replaceRootFile,
  ROOT_BYTES,
  rootPath,
  rootText,
  writeFirstRoot,
} from './rootFile.ts'
import { ConfigError } from './settings.ts'

interface KeyPair {
  privateKey: KeyObject
  publicKey: KeyObject
  /** 32 bytes. */
  publicRaw: Buffer
}

/** A root secret, from which secrets derive. */
export interface Root {
  /** Names it in lists, logs and the database: eight hexadecimal digits that reveal nothing of it. */
  id: string
  /** Returns 32 bytes for one purpose (`operator`, `cert`, `payment-webhook` …), always the same ones. */
  secret: (purpose: string) => Buffer
  /** Returns the Ed25519 pair for one purpose, such as `pass-issuer`. */
  pair: (purpose: string) => KeyPair
}

/** Where an installation has its roots: in the file `keys/secret` of the data folder, or in two settings. */
export interface RootSource {
  /** `SECRET_KEY`, the newest root; null: the file. */
  secretKey: string | null
  /** `SECRET_KEY_FORMER`, the newest first. */
  formerSecretKeys?: readonly string[]
  dataDir: string
}

/**
 * All secrets derive from a root, whose list grows when operators rotate it (decision 0347). The table in
 * docs/operations/keys.md says for each purpose which roots count.
 */
export interface Keys {
  /** The roots that this process has, the newest first. */
  roots: readonly Root[]
  /** Returns 32 bytes for one purpose from the root that signs. */
  secret: (purpose: string) => Buffer
  /** The generations and roots as the database has them. */
  ring: KeyRing
  /** Reads the file anew. Throws `ConfigError` for a damaged one, and keeps the roots that were read before. */
  reread: () => void
  /** Makes a root, the newest, and writes it into the file before it returns; null where settings hold the roots. */
  addRoot: (() => Root) | null
}

/** PKCS #8 prefix of the 32 bytes of a private Ed25519 key. */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const ID_BYTES = 4

/** Caches each derived key, because every scan at a gate needs the issuer's. */
const once = <T>(make: (purpose: string) => T): ((purpose: string) => T) => {
  const cache = new Map<string, T>()
  return (purpose) => {
    const key = cache.get(purpose) ?? make(purpose)
    cache.set(purpose, key)
    return key
  }
}

const createRoot = (bytes: Buffer): Root => {
  const secret = once((purpose) => Buffer.from(hkdfSync('sha256', bytes, 'harbor-pass', purpose, ROOT_BYTES)))
  return {
    id: secret('root-id').subarray(0, ID_BYTES).toString('hex'),
    secret,
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

const someRoot = (root: Root | undefined): Root => {
  if (!root) throw new Error('an installation has at least one root')
  return root
}

/**
 * Returns the first root of the installation, the first of the database after a rotation: an operator may have set
 * former keys in another order. Its pair names us to push services, which know no second one.
 */
export const firstRoot = ({ roots, ring }: Pick<Keys, 'roots' | 'ring'>): Root =>
  roots.find(({ id }) => id === ring.roots[0]?.rootId) ?? someRoot(roots.at(-1))

/** Returns the newest root, by which commands in the terminal prove that they know the secrets. */
export const newestRoot = ({ roots }: Pick<Keys, 'roots'>): Root => someRoot(roots[0])

const isRevoked = ({ ring }: Pick<Keys, 'ring'>, id: string): boolean =>
  ring.roots.some(({ rootId, revokedAt }) => rootId === id && revokedAt !== null)

/**
 * Returns the root that signs. A server that lacks it signs with the newest one that it has and that is not revoked;
 * with a revoked one, which counts nowhere, only where it has no other.
 */
const signingRoot = ({ roots, ring }: Pick<Keys, 'roots' | 'ring'>): Root => {
  const present = ring.roots.flatMap(({ rootId }) => roots.find(({ id }) => id === rootId) ?? [])
  return (
    present.find(({ id }) => id === ring.signingRoot) ??
    present.findLast(({ id }) => !isRevoked({ ring }, id)) ??
    firstRoot({ roots, ring })
  )
}

/** Returns the root of a generation, by the id that the database has; null names the first one. */
export const rootOf = ({ roots, ring }: Pick<Keys, 'roots' | 'ring'>, rootId: string | null): Root | undefined =>
  rootId === null ? firstRoot({ roots, ring }) : roots.find(({ id }) => id === rootId)

const otherRoots = (keys: Keys): Root[] => {
  const { id } = signingRoot(keys)
  return keys.roots.filter((root) => root.id !== id)
}

/**
 * Returns the secrets of a purpose by which a proof counts: of the root that signs, then of the others, each unless it is
 * revoked. None on a server whose roots are all revoked.
 */
export const acceptedSecrets = (keys: Keys, purpose: string): Buffer[] =>
  [signingRoot(keys), ...otherRoots(keys)].flatMap((root) => (isRevoked(keys, root.id) ? [] : [root.secret(purpose)]))

/**
 * Returns the secrets of a purpose of all roots, revoked ones too: for names under which our own rows are stored, and
 * for our own ciphertext, neither of which proves anything. That of the root that signs is the first.
 */
export const knownSecrets = (keys: Keys, purpose: string): Buffer[] => [
  keys.secret(purpose),
  ...otherRoots(keys).map((root) => root.secret(purpose)),
]

/** Returns the HMAC (SHA-256, base64url) of a text. */
export const keyedHash = (secret: Buffer, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url')

/** Returns the hashes of a text under which a proof counts, as `acceptedSecrets`. */
export const acceptedHashes = (keys: Keys, purpose: string, text: string): string[] =>
  acceptedSecrets(keys, purpose).map((secret) => keyedHash(secret, text))

/**
 * Returns the first of `acceptedHashes`, under which a new row is stored. Throws when there is none: no server would
 * accept what this one makes.
 */
export const newHash = ([hash]: readonly string[]): string => {
  if (hash === undefined) throw new Error('every root of this server is revoked')
  return hash
}

/** Returns all hashes under which a row of ours may be stored, as `knownSecrets`. */
export const knownHashes = (keys: Keys, purpose: string, text: string): string[] =>
  knownSecrets(keys, purpose).map((secret) => keyedHash(secret, text))

const open = (bytes: Buffer[], { path }: { path: string | null }): Keys => {
  const ring = createKeyRing()
  let roots = bytes.map(createRoot)
  const adopt = (next: Buffer[]): void => {
    roots = next.map((one) => {
      const root = createRoot(one)
      // The same object, so that what derives from it is derived once.
      return roots.find(({ id }) => id === root.id) ?? root
    })
  }
  return {
    get roots() {
      return roots
    },
    secret: (purpose) => signingRoot({ roots, ring }).secret(purpose),
    ring,
    reread: () => {
      if (path !== null && existsSync(path)) adopt(readRootFile(path))
    },
    addRoot:
      path === null
        ? null
        : () => {
            const next = randomBytes(ROOT_BYTES)
            const all = [next, ...readRootFile(path)]
            replaceRootFile(path, all)
            adopt(all)
            return someRoot(roots[0])
          },
  }
}

const rootsOfSettings = ({ secretKey, formerSecretKeys = [] }: RootSource): Buffer[] | null =>
  secretKey === null ? null : [secretKey, ...formerSecretKeys].map((key) => Buffer.from(key, 'base64'))

/** Returns all roots as the text of the file `keys/secret`, null when there is none yet. Throws `ConfigError`. */
export const readRootSecret = (source: RootSource): string | null => {
  const path = rootPath(source.dataDir)
  const roots = rootsOfSettings(source) ?? (existsSync(path) ? readRootFile(path) : null)
  return roots && rootText(roots)
}

/** Returns the ids of the roots of a text of the file, the newest first. */
export const rootIdsOf = (text: string): string[] => parseRoots(text).map((bytes) => createRoot(bytes).id)

/** Returns whether `text` has each root of `needed`, both as texts of the file. */
export const hasRootsOf = (text: string, needed: string): boolean => {
  const own = parseRoots(text)
  return parseRoots(needed).every((root) => own.some((one) => one.equals(root)))
}

/** Writes all roots, as the text of the file, into a data folder that has none or all of them. Throws `ConfigError`. */
export const writeRootSecret = (dataDir: string, text: string): void => {
  const path = rootPath(dataDir)
  if (!existsSync(path)) writeFirstRoot(path, text)
  if (!hasRootsOf(rootText(readRootFile(path)), text)) throw new ConfigError(`The secret in ${path} is another one.`)
}

/** Opens the secrets of this installation; creates them at the first start. Throws `ConfigError`. */
export const openKeys = (source: RootSource): Keys => {
  const configured = rootsOfSettings(source)
  if (configured) return open(configured, { path: null })
  const path = rootPath(source.dataDir)
  if (!existsSync(path)) writeFirstRoot(path, rootText([randomBytes(ROOT_BYTES)]))
  return open(readRootFile(path), { path })
}
