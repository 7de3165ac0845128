import { device, deviceNonce } from '#contract/calls/mypage.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { listPasses } from '#server/modules/pass/service.ts'
import { defineModule } from '#server/modules/module.ts'
import { makeNonce, showOnPhone, JOB_KINDS } from './service.ts'

const routes: Served[] = [
  serve(deviceNonce, (_input, { deps, member }) => makeNonce(deps, member.memberId)),

  serve(device, async ({ body }, { deps, member: { memberId }, locale, ip, write }) => {
    const deviceUid = await showOnPhone(deps, body, { memberId, ip, write })
    return { deviceUid, list: await listPasses(deps, memberId, locale) }
  }),
]

export const deviceModule = defineModule({ name: 'device', routes, jobs: JOB_KINDS })
