import { sync } from '#contract/calls/sync.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { defineModule } from '#server/modules/module.ts'
import { changesSince } from './service.ts'

const routes: Served[] = [
  serve(sync, ({ query: { cursor } }, { deps, member }) => changesSince(deps, member.memberId, cursor)),
]

export const syncModule = defineModule({ name: 'sync', routes })
