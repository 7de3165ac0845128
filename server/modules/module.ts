import type { FastifyInstance } from 'fastify'
import type { Deps, Loop } from '#server/deps.ts'
import type { Served } from '#server/http/serve.ts'
import type { JobKind } from './job/service.ts'

/** What a module contributes to the server. */
export interface Module {
  /** The name of its folder. */
  name: string
  /** Handlers of calls of the contract. */
  routes?: readonly Served[]
  /** Handlers of the jobs that are rows. */
  jobs?: readonly JobKind[]
  /** Background loops beside the requests. */
  loops?: readonly Loop[]
  /** Pages outside the contract's table of calls. */
  pages?: readonly ((app: FastifyInstance, deps: Deps) => void)[]
}

/**
 * Declares a module, once: in its `routes.ts`, or in its `module.ts` if it serves no call. `server/modules/index.ts`
 * lists it.
 */
export const defineModule = (module: Module): Required<Module> => ({
  routes: [],
  jobs: [],
  loops: [],
  pages: [],
  ...module,
})
