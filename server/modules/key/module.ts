import { defineModule } from '../module.ts'
import { operatorPages } from './operator.ts'
import { keyLoop } from './service.ts'

export const keyModule = defineModule({ name: 'key', loops: [keyLoop], pages: [operatorPages] })
