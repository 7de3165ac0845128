/** Creates Web Locks that several tabs share; a tab that dies releases its locks. */
export const createLocks = () => {
  interface Held {
    tab: number
    free: () => void
  }
  interface Asking {
    tab: number
    grant: () => void
  }
  const held = new Map<string, Held>()
  const dead = new Set<number>()
  const asking = new Map<string, Asking[]>()
  const next = (name: string) => {
    const first = asking.get(name)?.shift()
    first?.grant()
  }
  const abort = () => new DOMException('stolen or given up', 'AbortError')

  const request = async (tab: number, name: string, options: LockOptions, work: (lock: Lock | null) => unknown) => {
    options.signal?.throwIfAborted()
    if (dead.has(tab)) await new Promise<never>(() => undefined)
    if (options.steal) {
      const before = held.get(name)
      held.delete(name)
      before?.free()
    } else if (held.has(name)) {
      if (options.ifAvailable) return work(null)
      await new Promise<void>((resolve, reject) => {
        const mine: Asking = { tab, grant: resolve }
        asking.set(name, [...(asking.get(name) ?? []), mine])
        options.signal?.addEventListener('abort', () => {
          asking.set(
            name,
            (asking.get(name) ?? []).filter((waiter) => waiter !== mine),
          )
          reject(abort())
        })
      })
    }
    let stolen: () => void = () => undefined
    const robbed = new Promise<never>((_, reject) => {
      stolen = () => reject(abort())
    })
    robbed.catch(() => undefined)
    const mine: Held = { tab, free: stolen }
    held.set(name, mine)
    try {
      return await Promise.race([robbed, Promise.resolve(work({ name, mode: 'exclusive' }))])
    } finally {
      if (held.get(name) === mine) {
        held.delete(name)
        next(name)
      }
    }
  }
  return {
    of: (tab: number) =>
      ({
        request: (name: string, a: unknown, b?: unknown) =>
          b === undefined
            ? request(tab, name, {}, a as (lock: Lock | null) => unknown)
            : request(tab, name, a as LockOptions, b as (lock: Lock | null) => unknown),
      }) as LockManager,
    die: (tab: number) => {
      dead.add(tab)
      for (const [name, waiting] of asking)
        asking.set(
          name,
          waiting.filter((waiter) => waiter.tab !== tab),
        )
      for (const [name, holder] of held) {
        if (holder.tab !== tab) continue
        held.delete(name)
        next(name)
      }
    },
    held: (name: string) => held.get(name)?.tab ?? null,
  }
}
