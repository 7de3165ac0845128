import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { defineConfig } from 'vitest/config'

/** Records the requests of the present client; not part of the test suite. */
export default defineConfig({
  plugins: [babel({ presets: [linguiTransformerBabelPreset()] })],
  test: {
    root: new URL('../../..', import.meta.url).pathname,
    include: ['tests/compat/record/*.record.ts'],
    globalSetup: 'tests/harness/postgres.ts',
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
