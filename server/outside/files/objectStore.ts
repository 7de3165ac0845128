/**
 * Storage for the bytes of files outside the database. Without `FILES_S3_URL` there is none, and the bytes are rows of
 * the table `file_content` (decision 0341).
 */
export interface ObjectStore {
  /** Where the objects are, for the operator: host, bucket and prefix, without secrets. */
  name: string
  /** Stores `bytes` under `key`, in place of what was there. Throws `ObjectStoreAway`. */
  put: (key: string, bytes: Buffer) => Promise<void>
  /**
   * Reads an object and compares its SHA-256 (hex). Throws `ObjectMissing`, also for other bytes, and
   * `ObjectStoreAway`.
   */
  get: (key: string, sha256: string) => Promise<Buffer>
  /** Deletes an object; no-op for one that does not exist. Throws `ObjectStoreAway`. */
  delete: (key: string) => Promise<void>
  /** Lists the objects below `prefix` in pages, ordered by key, those after the key `after`. Throws `ObjectStoreAway`. */
  list: (prefix: string, after?: string) => AsyncIterable<StoredObject[]>
}

export interface StoredObject {
  key: string
  /** ms UTC, by the clock of the storage. */
  modifiedAt: number
}

/** The storage does not answer, or refuses this installation. Nothing is known about the object. */
export class ObjectStoreAway extends Error {
  override name = 'ObjectStoreAway'
  /** Reason for the log: a status, an error code of S3, or a code of the network. */
  readonly code: string
  constructor(code: string) {
    super(`The object storage (FILES_S3_URL) does not serve this installation: ${code}.`)
    this.code = code
  }
}

/** The storage has no such object (`missing`), or one with other bytes (`damaged`). */
export class ObjectMissing extends Error {
  override name = 'ObjectMissing'
  readonly code: 'missing' | 'damaged'
  constructor(code: 'missing' | 'damaged') {
    super(`The object is ${code}.`)
    this.code = code
  }
}
