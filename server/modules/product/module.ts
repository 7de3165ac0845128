import { defineModule } from '#server/modules/module.ts'
import { productPages } from './operator.ts'

export const productModule = defineModule({ name: 'product', pages: [productPages] })
