/** Between the server's thread and the database's: bytes of PostgreSQL's wire protocol, by connection. */
export type ToWorker =
  | { type: 'data'; id: number; bytes: Uint8Array }
  | { type: 'close'; id: number }
  | { type: 'stop' }

/** `thread`: its name, as `starvation.ts` reads it. */
export type FromWorker = { type: 'ready'; thread: string | null } | { type: 'data'; id: number; bytes: Uint8Array }
