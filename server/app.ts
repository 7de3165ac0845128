import Fastify, { type FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'

/** The application on its dependencies, ready to listen or to be injected into. */
export const createApp = async (deps: Deps): Promise<FastifyInstance> => {
  const app = Fastify({ loggerInstance: deps.log })
  await app.ready()
  return app
}
