import type { Deps } from '../deps.ts'
import type { Caller, Gate } from './serve.ts'

/** Reads the bearer token (no `Bearer ` before it). null: missing, expired, ended or not ours. */
type Read<T> = (token: string, deps: Deps) => Promise<T | null>

/** Who may stand behind a bearer token; the call says which. */
export interface Authenticate {
  member: Read<Caller>
  gate: Read<Gate>
}
