import { defineModule } from '../module.ts'
import { operatorPages } from './operator.ts'
import { JOB_KINDS } from './reseal.ts'
import { keyLoop } from './service.ts'

export const keyModule = defineModule({ name: 'key', loops: [keyLoop], jobs: JOB_KINDS, pages: [operatorPages] })
