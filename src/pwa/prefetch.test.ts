// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute } from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createRouter, type RouteTree } from '../router.tsx'
import { mayPrefetch } from './prefetch.ts'
import { storeRest } from './worker.ts'

afterEach(() => vi.unstubAllGlobals())

/** Replaces what the browser says of the network; returns the messages that its worker gets. */
const openWith = (connection: { effectiveType?: string; saveData?: boolean }): unknown[] => {
  const messages: unknown[] = []
  const controller = {
    postMessage: (message: unknown, [port]: MessagePort[]) => {
      messages.push(message)
      port?.postMessage({ kept: true })
    },
  }
  const values = { connection: { value: connection }, serviceWorker: { value: { controller } } }
  vi.stubGlobal('navigator', Object.create(navigator, values))
  return messages
}

test('screens are not prefetched on 2G or with Save-Data', () => {
  expect(mayPrefetch({ effectiveType: '2g' })).toBe(false)
  expect(mayPrefetch({ effectiveType: 'slow-2g' })).toBe(false)
  expect(mayPrefetch({ effectiveType: '4g', saveData: true })).toBe(false)
})

test('screens are prefetched on any other connection, also without information from the browser', () => {
  expect(mayPrefetch({ effectiveType: '4g', saveData: false })).toBe(true)
  expect(mayPrefetch({})).toBe(true)
})

test('the router loads a screen at a hint of a press, but not with Save-Data', () => {
  const router = () => createRouter(createMemoryHistory(), createRootRoute() as unknown as RouteTree)
  openWith({ saveData: true })
  expect(router().options.defaultPreload).toBe(false)
  openWith({ effectiveType: '4g' })
  expect(router().options.defaultPreload).toBe('intent')
})

test('the worker is asked to store the other screens, but not on 2G (S31)', async () => {
  const slow = openWith({ effectiveType: '2g' })
  expect(await storeRest()).toBe(false)
  expect(slow).toEqual([])
  const fast = openWith({ effectiveType: '4g' })
  expect(await storeRest()).toBe(true)
  expect(fast).toEqual([{ type: 'REST' }])
})
