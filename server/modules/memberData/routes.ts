import { copyMyData } from '#contract/calls/profile.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { defineModule } from '#server/modules/module.ts'
import { copyData } from './service.ts'

const routes: Served[] = [
  serve(copyMyData, ({ body }, { deps, member: { memberId }, ip }) => copyData(deps, memberId, body, ip)),
]

export const memberDataModule = defineModule({ name: 'memberData', routes })
