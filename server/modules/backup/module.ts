import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { forOperator } from '#server/http/operator.ts'
import { defineModule } from '#server/modules/module.ts'
import { spoolTables } from './service.ts'

/**
 * Adds `GET /operator/backup`, for `npm run backup` on an embedded database, which belongs to this process: the lines
 * of all tables and objects, gzipped, without the secret, which the terminal has itself.
 */
const backupPages = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/operator/backup',
    forOperator(deps, async () => {
      const body = await spoolTables(deps, deps.config.dataDir, deps.clock())
      body.on('error', ({ name: type, code: why }: Error & { code?: string }) =>
        deps.log.error({ type, why }, 'a backup was ended early'),
      )
      return body
    }),
  )
}

export const backupModule = defineModule({ name: 'backup', pages: [backupPages] })
