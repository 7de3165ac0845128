import type { FastifyInstance, FastifyReply } from 'fastify'
import { isPrimary } from '#server/db/primary.ts'
import type { Deps } from '#server/deps.ts'
import { DATA_HEADERS } from '#server/http/headers.ts'
import { isSeeded } from '#server/modules/catalogue/service.ts'
import { lackingRoots } from '#server/modules/key/service.ts'
import { defineModule } from '#server/modules/module.ts'

export const READINESS = '/readyz'

/** Answers `/readyz`: 200 for a server that is ready, else 503. */
export const sendReadiness = (reply: FastifyReply, ready: boolean): FastifyReply =>
  reply
    .headers(DATA_HEADERS)
    .header('cache-control', 'no-store')
    .status(ready ? 200 : 503)
    .send({ ready })

/**
 * Adds `/healthz` (the process runs) and `/readyz` (the database responds, takes writes, the catalogue is seeded, and
 * this server has the roots that the database names; else 503).
 */
const healthPages = (app: FastifyInstance, { db, keys }: Deps): void => {
  app.get('/healthz', (_request, reply) =>
    reply.headers(DATA_HEADERS).header('cache-control', 'no-store').send({ alive: true }),
  )
  app.get(READINESS, async (_request, reply) => {
    const ready = await isPrimary(db)
      .then((primary) => primary && lackingRoots(keys).length === 0 && isSeeded(db))
      .catch(() => false)
    return sendReadiness(reply, ready)
  })
}

export const healthModule = defineModule({ name: 'health', pages: [healthPages] })
