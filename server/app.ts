import { randomUUID } from 'node:crypto'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { CALLS } from '#contract/calls/index.ts'
import { koreanDate } from '#contract/rules/koreanCalendar.ts'
import type { Deps } from './deps.ts'
import { sendError } from './http/envelope.ts'
import { DATA_HEADERS } from './http/headers.ts'
import { Malformed, parseQuery } from './http/json.ts'
import { addLogFacts, noteAddress, writeLine, type AnswerFacts } from './http/logLine.ts'
import { API, checkServed, mount, refuseUnknown } from './http/mount.ts'
import { openApiOf } from './http/openapi.ts'
import { createWritePace } from './http/pace.ts'
import { hasTwoHosts, refuseExpectations, refuseRequest, refuseUnreadable } from './http/protocol.ts'
import { servePages } from './http/pages.ts'
import { SharedAnswers } from './http/shared.ts'
import { catalogueCacheKey } from './modules/catalogue/service.ts'
import { READINESS, sendReadiness } from './modules/health/routes.ts'
import { authenticate, MODULES, ROUTES } from './modules/index.ts'
import { openKeyRing } from './modules/key/service.ts'
import { pageHead } from './modules/preview/service.ts'
import { paceMember } from './modules/session/service.ts'

const PATH_MAX = 512
/** Time in which a request must arrive completely; closes connections that send too slowly. */
const REQUEST_MS = 20_000

export interface AppOptions {
  /** Folder of the built application; without one there are no pages. */
  dist?: string
  /** Whether this server is about to stop: it serves, tells proxies to go elsewhere, and keeps no connection open. */
  isStopping?: () => boolean
  /** Called once for each answer. */
  onAnswer?: (facts: AnswerFacts) => void
}

const isApi = ({ url }: FastifyRequest): boolean => url === '/api' || url.startsWith('/api/')

const query = (text: string): Record<string, unknown> => {
  try {
    return parseQuery(text)
  } catch (error) {
    // `inputOf` refuses it later, in the order of `mount`: after token, content type and size.
    if (error instanceof Malformed) return error as unknown as Record<string, unknown>
    throw error
  }
}

/** Builds the application, ready to listen or for `inject`. Throws when a call has no handler. */
export const createApp = async (
  deps: Deps,
  { dist, isStopping, onAnswer }: AppOptions = {},
): Promise<FastifyInstance> => {
  checkServed(CALLS, ROUTES)
  await openKeyRing(deps)
  const { config, log } = deps
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // `writeLine` writes one line per request; Fastify's own lines contain query strings.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    requestTimeout: REQUEST_MS,
    return503OnClosing: false,
    clientErrorHandler: refuseUnreadable,
    routerOptions: { querystringParser: query, maxParamLength: PATH_MAX, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => {
      noteAddress(request)
      reply.headers(DATA_HEADERS)
      sendError(request, reply, deps, error)
    },
  })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, callback) => callback(null, body))
  refuseExpectations(app.server)
  const unknown = refuseUnknown(CALLS.values())
  const refuseAddress = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { refusal, allow } = unknown(request.url.split('?', 1)[0] ?? '')
    reply.headers(DATA_HEADERS)
    if (allow.length > 0) reply.header('allow', allow.join(', '))
    return sendError(request, reply, deps, refusal)
  }
  app.addHook('onRequest', async (request, reply) => {
    noteAddress(request)
    if (hasTwoHosts(request)) return refuseRequest(reply)
    if (isStopping?.()) {
      reply.header('connection', 'close')
      if (request.url === READINESS) return sendReadiness(reply, false)
    }
    // Fastify would read the body of a QUERY before finding that no route takes the method.
    return request.method === 'QUERY' ? refuseAddress(request, reply) : undefined
  })
  app.setErrorHandler((error, request, reply) => sendError(request, reply, deps, error))
  const finish = (request: FastifyRequest, reply: FastifyReply | null): void => {
    const facts = writeLine(deps.keys, request, reply)
    if (facts) onAnswer?.(facts)
  }
  app.addHook('onResponse', (request, reply, next) => {
    finish(request, reply)
    next()
  })

  app.addHook('onRequestAbort', async (request) => {
    addLogFacts(request, { code: 'hung_up' })
    finish(request, null)
  })

  mount(app, ROUTES, {
    deps,
    authenticate,
    shared: new SharedAnswers(),
    // Which promotions run and which notices are shown changes at midnight in Korea.
    version: async () => `${await catalogueCacheKey(deps.db)} ${koreanDate(deps.clock())}`,
    writePace: createWritePace(config.writesPerMinute),
    paceUpload: (of, memberId) => paceMember(of, 'upload', memberId),
  })
  let document: string | undefined
  app.get(`${API}/openapi.json`, (_request, reply) => {
    document ??= JSON.stringify(openApiOf(CALLS, config.publicUrl))
    return reply.headers(DATA_HEADERS).header('cache-control', 'no-cache').type('application/json').send(document)
  })
  for (const { pages } of MODULES) for (const page of pages) page(app, deps)
  if (dist !== undefined) servePages(app, dist, { isApi, headOf: (...page) => pageHead(deps, ...page) })

  app.setNotFoundHandler(refuseAddress)
  await app.ready()
  return app
}
