import type { FastifyReply } from 'fastify'
import * as easy from '#contract/calls/easyLogin.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { labelOf, setCookies } from '#server/modules/session/service.ts'
import { defineModule } from '#server/modules/module.ts'
import { finish, joinBy, start, JOB_KINDS } from './service.ts'

/** Redirects to the app with the provider's parameters in the URL fragment, which reaches no server and no log. */
const lead = (
  reply: FastifyReply,
  entranceSns: string,
  { code, state, iss }: { code?: string | undefined; state?: string | undefined; iss?: string | undefined },
): null => {
  const isBack = code !== undefined && state !== undefined
  const fragment = isBack ? { entranceSns, code, state, ...(iss !== undefined && { iss }) } : { entranceSns }
  const to = `/login/${isBack ? 'snsSuccess' : 'snsFail'}#${new URLSearchParams(fragment)}`
  reply.header('cache-control', 'no-store').redirect(to, 303)
  return null
}

const routes: Served[] = [
  serve(easy.list, (_input, { deps }) => ({
    list: [...deps.identity.keys()].map((entranceSns) => ({ entranceSns })),
  })),

  serve(easy.start, ({ body: { entranceSns, autoLgnYn } }, { deps, ip }) =>
    start(deps, entranceSns, autoLgnYn === 'Y', ip),
  ),

  serve(easy.returnGet, ({ params, query }, { reply }) => lead(reply, params.entranceSns, query)),
  serve(easy.returnPost, ({ params, body }, { reply }) => lead(reply, params.entranceSns, body)),

  serve(easy.easyLogin, async ({ body }, { deps, ip, locale, request, reply }) => {
    const { signedIn, guest } = await finish(deps, body, { ip, label: labelOf(request.headers['user-agent']), locale })
    if (guest) return guest
    setCookies(reply, deps, signedIn)
    return { ...signedIn.session, joinYn: 'N' as const }
  }),

  serve(easy.join, async ({ body }, { deps, locale, request, reply }) => {
    const signedIn = await joinBy(deps, body, { label: labelOf(request.headers['user-agent']), locale })
    setCookies(reply, deps, signedIn)
    return signedIn.session
  }),
]

export const easyLoginModule = defineModule({ name: 'easyLogin', routes, jobs: JOB_KINDS })
