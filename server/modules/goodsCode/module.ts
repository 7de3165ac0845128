import { defineModule } from '#server/modules/module.ts'
import { codePages } from './operator.ts'

export const goodsCodeModule = defineModule({ name: 'goodsCode', pages: [codePages] })
