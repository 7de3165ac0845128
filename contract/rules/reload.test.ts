import { expect, test } from 'vitest'
import { CHUNK_RELOAD_MS } from '../limits.ts'
import { mayReload } from './reload.ts'

const NOW = 1_800_000_000_000

test('a page that reloaded within the minute does not reload again', () => {
  expect(mayReload(String(NOW), NOW)).toBe(false)
  expect(mayReload(String(NOW - CHUNK_RELOAD_MS + 1), NOW)).toBe(false)
})

test('a page may reload after a minute, the first time, after an invalid record, and after the clock was set back', () => {
  expect(mayReload(String(NOW - CHUNK_RELOAD_MS), NOW)).toBe(true)
  expect(mayReload(null, NOW)).toBe(true)
  expect(mayReload('soon', NOW)).toBe(true)
  expect(mayReload(String(NOW + 1), NOW)).toBe(true)
})
