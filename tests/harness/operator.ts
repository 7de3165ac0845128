import { operatorToken } from '#server/http/operatorToken.ts'
import type { App } from './factories.ts'

/** Returns a function that calls `/operator<path>` of this application as the operator `mina`. */
export const openOperator =
  ({ app, deps }: Pick<App, 'app' | 'deps'>) =>
  async (method: 'GET' | 'POST', path: string, body?: unknown) => {
    const authorization = `Bearer ${await operatorToken(deps.keys, deps.clock(), 'mina')}`
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
    const answer = await app.inject({
      method,
      url: `/operator${path}`,
      headers: { authorization, 'content-type': 'text/plain;charset=UTF-8' },
      ...payload,
    })
    return { http: answer.statusCode, ...answer.json<Record<string, unknown>>() }
  }
