import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { BackupError } from './backupError.ts'

/**
 * The encryption of a backup: a key from the passphrase by scrypt, then AES-256-GCM over chunks of 64 KiB. The nonce
 * of a chunk is its number and whether it is the last one, so chunks that are changed, moved, doubled or cut off are
 * noticed.
 *
 *     header: "HPBACKUP1\n" · log2 of scrypt's N (1 byte) · salt (16 bytes)
 *     chunk:  ciphertext (64 KiB, the last one shorter) · tag (16 bytes)
 */

const MAGIC = Buffer.from('HPBACKUP1\n')
const SALT_BYTES = 16
const HEADER_BYTES = MAGIC.length + 1 + SALT_BYTES
/** N = 2^17 takes 128 MB and a third of a second, for us and for each guess. */
const COST_LOG2 = 17
/** The most that reading accepts, so that a damaged header cannot take all memory. */
const COST_LOG2_MAX = 20
const BLOCK_SIZE = 8
const KEY_BYTES = 32
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const NONCE_BYTES = 12
const ALGORITHM = 'aes-256-gcm'

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)

const keyOf = (passphrase: string, salt: Buffer, costLog2: number): Promise<Buffer> => {
  const N = 2 ** costLog2
  // The same passphrase typed on another system may have its accents composed differently.
  return derive(passphrase.normalize('NFC'), salt, KEY_BYTES, {
    N,
    r: BLOCK_SIZE,
    p: 1,
    maxmem: 256 * N * BLOCK_SIZE,
  })
}

const nonceOf = (chunk: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUIntBE(chunk, NONCE_BYTES - 7, 6)
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0
  return nonce
}

/** Regroups bytes into pieces of `size`; the last one is shorter, or empty when there are no bytes at all. */
const pieces = async function* (source: AsyncIterable<Buffer>, size: number): AsyncGenerator<[Buffer, boolean]> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const bytes of source) {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    // A piece is passed on only when more follows, because the last one is sealed as such.
    while (rest.length > size) {
      yield [rest.subarray(0, size), false]
      rest = rest.subarray(size)
    }
  }
  yield [rest, true]
}

/** Encrypts a stream with a passphrase. */
export const seal = async function* (source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const header = Buffer.concat([MAGIC, Buffer.from([COST_LOG2]), salt])
  const key = await keyOf(passphrase, salt, COST_LOG2)
  yield header
  let chunk = 0
  for await (const [bytes, isLast] of pieces(source, CHUNK_BYTES)) {
    const cipher = createCipheriv(ALGORITHM, key, nonceOf(chunk, isLast), { authTagLength: TAG_BYTES })
    cipher.setAAD(header)
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    chunk += 1
  }
}

const openHeader = (header: Buffer): { salt: Buffer; costLog2: number } => {
  const costLog2 = header[MAGIC.length] ?? 0
  if (header.length < HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC))
    throw new BackupError('This file is no backup of Harbor Pass.')
  if (costLog2 > COST_LOG2_MAX || costLog2 === 0) throw new BackupError('The backup is damaged at its beginning.')
  return { costLog2, salt: header.subarray(MAGIC.length + 1) }
}

/** Decrypts what `seal` wrote. Throws `BackupError` for another passphrase, another file, and any change of a byte. */
export const unseal = async function* (source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  let header: Buffer = Buffer.alloc(0)
  let key: Buffer | null = null
  let chunk = 0
  const withoutHeader = async function* (): AsyncGenerator<Buffer> {
    for await (const bytes of source) {
      if (header.length === HEADER_BYTES) {
        yield bytes
        continue
      }
      const all = Buffer.concat([header, bytes])
      header = all.subarray(0, HEADER_BYTES)
      if (all.length > HEADER_BYTES) yield all.subarray(HEADER_BYTES)
    }
  }
  for await (const [bytes, isLast] of pieces(withoutHeader(), CHUNK_BYTES + TAG_BYTES)) {
    if (key === null) {
      const { salt, costLog2 } = openHeader(header)
      key = await keyOf(passphrase, salt, costLog2)
    }
    try {
      const decipher = createDecipheriv(ALGORITHM, key, nonceOf(chunk, isLast), { authTagLength: TAG_BYTES })
      decipher.setAAD(header)
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      yield Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
    } catch {
      throw new BackupError(
        chunk === 0
          ? 'The backup cannot be opened: BACKUP_PASSPHRASE is not the one it was made with, or the file is damaged.'
          : 'The backup is damaged: use another one.',
      )
    }
    chunk += 1
  }
}
