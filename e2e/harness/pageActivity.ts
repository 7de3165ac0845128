import type { Page } from '@playwright/test'

/** What is active in a page now, and what the page has done since it was loaded. */
export interface PageActivity {
  /** Active now: listeners of window and document, intervals, callbacks that our own code has registered. */
  alive: Record<string, number>
  /** Since the page was loaded: databases opened, workers registered, locks requested, API requests sent. */
  done: Record<string, number>
  /** Listeners added since the page was loaded. */
  added: number
  /** Requests without an answer yet. */
  underWay: number
}

type Counted = Window & { census?: () => PageActivity }

/** Runs in the page before any of its scripts. */
const count = () => {
  const alive = new Map<string, number>()
  const actionCounts = new Map<string, number>()
  let added = 0
  let underWay = 0
  const step = (counts: Map<string, number>, name: string, by = 1) => counts.set(name, (counts.get(name) ?? 0) + by)

  const listenersByTarget = new Map<EventTarget, Map<string, Set<unknown>>>()
  const names = new Map<EventTarget, string>([
    [window, 'window'],
    [document, 'document'],
  ])
  const listenersOf = (target: EventTarget, name: string) => {
    const all = listenersByTarget.get(target) ?? new Map<string, Set<unknown>>()
    listenersByTarget.set(target, all)
    const listeners = all.get(name) ?? new Set()
    all.set(name, listeners)
    return listeners
  }
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype
  const capture = (options: unknown) =>
    typeof options === 'object' ? Boolean((options as AddEventListenerOptions | null)?.capture) : Boolean(options)
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const target = names.get(this ?? window)
    if (target && !(typeof options === 'object' && options.once)) {
      const name = `${target} ${type}${capture(options) ? ' first' : ''}`
      const listeners = listenersOf(this ?? window, name)
      if (!listeners.has(listener)) {
        listeners.add(listener)
        step(alive, name)
        added += 1
      }
    }
    add.call(this ?? window, type, listener, options)
  }
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    const target = names.get(this ?? window)
    const name = `${target} ${type}${capture(options) ? ' first' : ''}`
    if (target && listenersOf(this ?? window, name).delete(listener)) step(alive, name, -1)
    remove.call(this ?? window, type, listener, options)
  }

  const { setInterval: begin, clearInterval: end } = window
  const intervals = new Set<unknown>()
  window.setInterval = ((...args: Parameters<typeof begin>) => {
    const id = begin(...args)
    intervals.add(id)
    return id
  }) as typeof begin
  window.clearInterval = (id) => {
    intervals.delete(id)
    end(id)
  }

  // Our own code keeps its subscribers in sets of functions; each set is named by the source file that adds to it.
  const placesBySet = new WeakMap<Set<unknown>, Map<unknown, string>>()
  const { add: keep, delete: forget } = Set.prototype
  Set.prototype.add = function (this: Set<unknown>, value: unknown) {
    if (typeof value === 'function' && !this.has(value)) {
      const place = /\/src\/(?:data|sync|pwa|ui|routes|i18n)\/[^?:]+/.exec(new Error().stack?.split('\n')[2] ?? '')?.[0]
      if (place) {
        const own = placesBySet.get(this) ?? new Map<unknown, string>()
        placesBySet.set(this, own)
        own.set(value, place)
        step(alive, `set of ${place}`)
      }
    }
    return keep.call(this, value)
  }
  Set.prototype.delete = function (this: Set<unknown>, value: unknown) {
    const place = placesBySet.get(this)?.get(value)
    if (place) {
      placesBySet.get(this)?.delete(value)
      step(alive, `set of ${place}`, -1)
    }
    return forget.call(this, value)
  }

  const { open } = IDBFactory.prototype
  IDBFactory.prototype.open = function (name, version) {
    step(actionCounts, `opens ${name.replace(/(?<=^hp-)[\da-f]{8,}$/, 'member')}`)
    return version === undefined ? open.call(this, name) : open.call(this, name, version)
  }
  const { register } = ServiceWorkerContainer.prototype
  ServiceWorkerContainer.prototype.register = function (...args) {
    step(actionCounts, 'registers a worker')
    return register.apply(this, args)
  }
  const { fetch } = window
  window.fetch = (input, init) => {
    const { method, url } = input instanceof Request ? input : { method: init?.method ?? 'GET', url: String(input) }
    const { pathname, search } = new URL(url, location.href)
    // With its query: the lists of one part differ by nothing else.
    if (pathname.startsWith('/api/')) step(actionCounts, `${method} ${pathname}${search}`)
    underWay += 1
    return fetch(input, init).finally(() => {
      underWay -= 1
    })
  }
  Object.assign(window, {
    census: () => ({
      alive: {
        ...Object.fromEntries([...alive].filter(([, number]) => number !== 0).toSorted()),
        intervals: intervals.size,
      },
      done: Object.fromEntries([...actionCounts].toSorted()),
      added,
      underWay,
    }),
  })
}

/** Installs the counters; call it before the page navigates. */
export const countOn = async (page: Page): Promise<void> => {
  await page.addInitScript(count)
}

/** Returns the counts of a page; throws unless `countOn` was called first. */
export const pageActivity = async (page: Page): Promise<PageActivity> => {
  const counted = await page.evaluate(() => (window as Counted).census?.())
  if (!counted) throw new Error('nobody counts on this page')
  return counted
}
