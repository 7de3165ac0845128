import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { canBuild } from '../scripts/build/tools.ts'
import { ROOT } from './harness/documents.ts'

test('npm start on an older Node says in one sentence what it needs', () => {
  const asOldNode = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' }); await import('./scripts/start.js')`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', asOldNode], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(stderr).toBe(
    'Harbor Pass runs on Node 24, and this is 20.20.2: run `npm install`, which installs it among the development dependencies, or install Node 24.\n',
  )
  expect(stdout).toBe('')
  expect(status).toBe(1)
})

test('an installation without development dependencies cannot build', () => {
  expect(canBuild()).toBe(true)
  expect(
    canBuild(() => {
      throw new Error('Cannot find package')
    }),
  ).toBe(false)
})
