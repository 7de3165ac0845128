import * as push from '#contract/calls/push.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { setLocale } from '#server/modules/member/service.ts'
import { defineModule } from '#server/modules/module.ts'
import { withPartChange } from '#server/modules/sync/service.ts'
import { stateOf, subscribe, turn, unsubscribe, JOB_KINDS } from './service.ts'

const routes: Served[] = [
  serve(push.state, (_input, { deps, member }) => stateOf(deps.db, deps.push, member.memberId)),

  serve(push.subscribe, ({ body }, { deps, member, locale, write }) =>
    write(async (tx) => {
      // A phone subscribes anew when its language changes.
      await setLocale(tx, member.memberId, locale, deps.clock())
      return subscribe(tx, deps, body, { ...member, locale })
    }),
  ),

  serve(push.unsubscribe, ({ body: { endpoint } }, { member, write }) =>
    write(async (tx) => {
      await unsubscribe(tx, member.memberId, endpoint)
      return {}
    }),
  ),

  serve(push.toggle, ({ body: { pushYn } }, { deps, member, write }) =>
    write((tx) =>
      withPartChange(deps, tx, { memberId: member.memberId, part: 'settings', keys: [member.memberId] }, () =>
        turn(tx, deps, member.memberId, pushYn === 'Y'),
      ),
    ),
  ),
]

export const pushModule = defineModule({ name: 'push', routes, jobs: JOB_KINDS })
