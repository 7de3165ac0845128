import type { Deps } from '../deps.ts'
import type { Caller, Gate } from './serve.ts'

/** Verifies a bearer token, without its `Bearer ` prefix. Resolves to null when it is invalid, expired or ended. */
type VerifyToken<T> = (token: string, deps: Deps) => Promise<T | null>

/** How to verify the bearer token of each kind of caller. */
export interface Authenticate {
  member: VerifyToken<Caller>
  gate: VerifyToken<Gate>
}
