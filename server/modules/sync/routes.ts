import { sync } from '#contract/calls/sync.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { defineModule } from '#server/modules/module.ts'
import { changesSince } from './service.ts'

const routes: Served[] = [
  serve(sync, ({ query }, { deps, member }) => changesSince(deps, member.memberId, query.cursor, query.part)),
]

export const syncModule = defineModule({ name: 'sync', routes })
