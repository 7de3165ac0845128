/** Messages to the database thread: bytes of PostgreSQL's wire protocol, with the connection's number, which rises. */
export type ToWorker = { type: 'data'; id: number; bytes: Uint8Array } | { type: 'stop' }

/** Messages from the database thread. `thread`: its name for `starvation.ts`. */
export type FromWorker = { type: 'ready'; thread: string | null } | { type: 'data'; id: number; bytes: Uint8Array }
