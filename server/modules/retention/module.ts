import { defineModule } from '#server/modules/module.ts'
import { JOB_KINDS } from './service.ts'

export const retentionModule = defineModule({ name: 'retention', jobs: JOB_KINDS })
