import { defineModule } from '#server/modules/module.ts'
import { JOB_KINDS } from './service.ts'

export const jobModule = defineModule({ name: 'job', jobs: JOB_KINDS })
