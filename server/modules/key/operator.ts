import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { forOperator } from '#server/http/operator.ts'
import { KEY_KINDS } from '#server/keyRing.ts'
import { KeyRefusal } from './refusal.ts'
import { listRoots, revokeRoot, rotateRoot } from './roots.ts'
import { listKeys, revokeKey, rotateKey } from './service.ts'

/** `/operator/keys`, for `npm run keys`. */

const ROOT = 'root'
const NO_KIND = `Which key? ${KEY_KINDS.join(', ')} or ${ROOT}.`

const answer = async (work: () => Promise<object>): Promise<{ status?: number; body: object }> => {
  try {
    return { body: await work() }
  } catch (error) {
    if (error instanceof KeyRefusal) return { status: error.status, body: { sentence: error.message } }
    throw error
  }
}

/**
 * Adds `GET /operator/keys`, which lists keys and roots; `POST /operator/keys/:id`, which rotates the key of a kind, or
 * the root; and `DELETE /operator/keys/:id`, which revokes one.
 */
export const operatorPages = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/operator/keys',
    forOperator(deps, async () => ({ body: { keys: await listKeys(deps), roots: listRoots(deps) } })),
  )
  app.post(
    '/operator/keys/:id',
    forOperator(deps, ({ id }, _body, operator) =>
      answer(async () => {
        if (id === ROOT) return rotateRoot(deps, operator)
        const kind = KEY_KINDS.find((each) => each === id)
        if (!kind) throw new KeyRefusal(404, NO_KIND)
        return rotateKey(deps, kind, operator)
      }),
    ),
  )
  app.delete(
    '/operator/keys/:id',
    forOperator(deps, ({ id = '' }, _body, operator) =>
      answer(() => (id.startsWith(`${ROOT}-`) ? revokeRoot : revokeKey)(deps, id, operator)),
    ),
  )
}
