import { enrol } from '#contract/calls/gate.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { defineModule } from '#server/modules/module.ts'
import { operatorPages } from './operator.ts'
import { enrolGate, JOB_KINDS } from './service.ts'

const routes: Served[] = [serve(enrol, ({ body }, { deps, ip, locale }) => enrolGate(deps, body, { ip, locale }))]

export const gateModule = defineModule({ name: 'gate', routes, jobs: JOB_KINDS, pages: [operatorPages] })
