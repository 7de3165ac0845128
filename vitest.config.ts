import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}', '{contract,src,sw,server}/**/*.test.{ts,tsx}'],
    exclude: ['tests/faults/**', 'node_modules/**'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
