import { defineModule } from '#server/modules/module.ts'
import { photoOperatorPages } from './operator.ts'
import { photoPages } from './pages.ts'

export const photoModule = defineModule({ name: 'photo', pages: [photoPages, photoOperatorPages] })
