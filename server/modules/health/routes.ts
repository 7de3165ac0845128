import type { FastifyInstance } from 'fastify'
import { isPrimary } from '#server/db/primary.ts'
import type { Deps } from '#server/deps.ts'
import { DATA_HEADERS } from '#server/http/headers.ts'
import { isSeeded } from '#server/modules/catalogue/service.ts'
import { defineModule } from '#server/modules/module.ts'

/**
 * Adds `/healthz` (the process runs) and `/readyz` (the database responds, takes writes, and the catalogue is seeded;
 * else 503).
 */
const healthPages = (app: FastifyInstance, { db }: Deps): void => {
  app.get('/healthz', (_request, reply) =>
    reply.headers(DATA_HEADERS).header('cache-control', 'no-store').send({ alive: true }),
  )
  app.get('/readyz', async (_request, reply) => {
    reply.headers(DATA_HEADERS).header('cache-control', 'no-store')
    const ready = await isPrimary(db)
      .then((primary) => primary && isSeeded(db))
      .catch(() => false)
    return reply.status(ready ? 200 : 503).send({ ready })
  })
}

export const healthModule = defineModule({ name: 'health', pages: [healthPages] })
