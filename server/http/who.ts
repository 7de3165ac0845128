import type { Deps } from '../deps.ts'
import type { Caller } from './serve.ts'

/** Reads the bearer token (no `Bearer ` before it). null: missing, expired, ended or not ours. */
export type Authenticate = (token: string, deps: Deps) => Promise<Caller | null>
