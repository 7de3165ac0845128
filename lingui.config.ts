import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { DEFAULT_LOCALE, LOCALES } from './contract/locales.ts'

export default defineConfig({
  sourceLocale: DEFAULT_LOCALE,
  locales: [...LOCALES],
  fallbackLocales: { default: DEFAULT_LOCALE },
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}',
      include: ['src', 'server'],
      exclude: ['**/*.test.*', '**/*.gen.*', '**/node_modules/**'],
    },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'messageId',
})
