import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { CommandRefused } from '#server/http/command.ts'
import { forOperator } from '#server/http/operator.ts'
import { KEY_KINDS } from '#server/keyRing.ts'
import { listRoots, revokeRoot, rotateRoot } from './roots.ts'
import { listKeys, revokeKey, rotateKey } from './service.ts'

/** `/operator/keys`, for `npm run keys`. */

const ROOT = 'root'
const NO_KIND = `Which key? ${KEY_KINDS.join(', ')} or ${ROOT}.`

/**
 * Adds `GET /operator/keys`, which lists keys and roots; `POST /operator/keys/:id`, which rotates the key of a kind, or
 * the root; and `DELETE /operator/keys/:id`, which revokes one.
 */
export const operatorPages = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/operator/keys',
    forOperator(deps, async () => ({ keys: await listKeys(deps), roots: listRoots(deps) })),
  )
  app.post(
    '/operator/keys/:id',
    forOperator(deps, async ({ params: { id }, operator }) => {
      if (id === ROOT) return rotateRoot(deps, operator)
      const kind = KEY_KINDS.find((each) => each === id)
      if (!kind) throw new CommandRefused('E_NOT_FOUND', NO_KIND)
      return rotateKey(deps, kind, operator)
    }),
  )
  app.delete(
    '/operator/keys/:id',
    forOperator(deps, ({ params: { id = '' }, operator }) =>
      (id.startsWith(`${ROOT}-`) ? revokeRoot : revokeKey)(deps, id, operator),
    ),
  )
}
