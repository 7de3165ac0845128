import type { FastifyInstance } from 'fastify'
import type { Deps, Job } from '../deps.ts'
import type { Served } from '../http/serve.ts'
import type { Authenticate } from '../http/who.ts'

/** What answers each row of the contract. */
export const ROUTES: Served[] = []

/** Work beside the requests. */
export const JOBS: Job[] = []

/** Pages outside the table of calls (sandbox pages). */
export const PAGES: ((app: FastifyInstance, deps: Deps) => void)[] = []

/** Who a bearer token names. */
export const authenticate: Authenticate = () => Promise.resolve(null)
