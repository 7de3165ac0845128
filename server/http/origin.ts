import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/calls/call.ts'
import { Refusal } from './refusal.ts'

const isOwn = (origin: string, host: string | undefined, publicUrl: string): boolean => {
  if (!URL.canParse(origin)) return false
  const { host: from, origin: normal } = new URL(origin)
  return normal === new URL(publicUrl).origin || from === host
}

/**
 * Refuses writes from pages of other sites, including GET calls with an effect (`E_CROSS_SITE`), and effects by
 * prefetch (`E_PREFETCH`). Clients other than browsers send none of these headers. This is a second line of defence:
 * only the bearer token authenticates.
 */
export const checkOrigin = (request: FastifyRequest, call: Call, publicUrl: string): void => {
  const { headers } = request
  if (call.effect && /prefetch|prerender|preview/i.test(String(headers['sec-purpose'] ?? headers.purpose ?? '')))
    throw new Refusal('E_PREFETCH')
  if (call.who === 'gateway' || (call.method === 'GET' && !call.effect)) return
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Refusal('E_CROSS_SITE')
  if (headers.origin !== undefined && !isOwn(headers.origin, headers.host, publicUrl)) throw new Refusal('E_CROSS_SITE')
}
