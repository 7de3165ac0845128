import { defineModule } from '#server/modules/module.ts'
import { crawlerPages } from './sitemap.ts'

export const previewModule = defineModule({ name: 'preview', pages: [crawlerPages] })
