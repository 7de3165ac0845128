import { afterEach, expect, test, vi } from 'vitest'
import { versionOf } from './version.ts'

afterEach(() => void vi.unstubAllEnvs())

test('the version is that of the build, and the mode without a build', () => {
  expect(versionOf()).toBe('test')
  vi.stubEnv('VITE_BUILD', '0f3a9c21')
  expect(versionOf()).toBe('0f3a9c21')
})
