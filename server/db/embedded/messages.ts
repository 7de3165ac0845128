/** Between the server's thread and the database's: bytes of PostgreSQL's wire protocol, by connection. */
export type ToWorker =
  | { type: 'data'; id: number; bytes: Uint8Array }
  | { type: 'close'; id: number }
  | { type: 'stop' }

export type FromWorker = { type: 'ready' } | { type: 'data'; id: number; bytes: Uint8Array }
