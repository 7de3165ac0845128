import {
  firstModulesOf,
  laterOf,
  reachOf,
  ROUTE_TREE,
  segmentOf,
  type ModuleGraph,
  type Modules,
} from './moduleGraph.ts'

/**
 * Chunks of our code. A module goes into the first that it belongs to, and each chunk imports only those before it. The
 * screens of one group of addresses are a chunk behind these, and so are the lazy parts of the frame.
 */
export const CHUNKS = [
  /** What starts the application, and the frame around all screens. */
  'base',
  /** The router and home's addresses. */
  'routes',
  /** The table of all addresses. It holds the file names of their screens, so it changes with any of them. */
  'table',
  /** What the application loads by itself once the first screen is there, and lazy parts need too. */
  'early',
  /** What the first screen has in common with others. */
  'common',
  /** The first screen. */
  'home',
  /** What the runtime shares with screens. */
  'rules',
  /** Storage, session, mirror and outbox (src/data/runtime.ts). */
  'runtime',
  /** What screens of My Page or lazy parts of the frame share with others, so that a first visit stores it. */
  'shared',
  /** The same for screens that read the database by themselves. */
  'database',
  /** The same for screens with forms. */
  'forms',
  /** What several other screens share; then the same for those that read the database, and for those with forms. */
  'screens',
  'screensDatabase',
  'screensForms',
  /** What the payments of passes and of reservations share. */
  'payment',
] as const

/** Lazy parts of the frame. */
const PARTS = 'parts'
/** The group of addresses that a first visit stores besides home. */
const MY_PAGE = 'myPage'
/** Screens of all groups that are too small for a chunk of their own. */
const SMALL_GROUPS = 'others'
const SMALL_GROUP_BYTES = 20_000

/** What loads a payment: the screens of passes, and the steps of a reservation, which the screens of goods load on use. */
const PAYING = /^pass$|\/-shared\/reserve\/index\.tsx$/

const PACKAGE = /\/node_modules\//
const STORAGE = /\/node_modules\/dexie\//
const FORMS = /\/node_modules\/(?:zod|react-hook-form)\//
/** Ends of the names of the chunks with screens of a group that all need a package which others do not. */
const ENDS = [
  ['Forms', FORMS],
  ['Database', STORAGE],
] as const

const endOf = (chunk: string): string => ENDS.find(([end]) => chunk.endsWith(end))?.[0] ?? ''

/**
 * Returns whether a chunk has those screens of a group that need a package which the group's others do not need. Such a
 * chunk may import the other chunk of its group.
 */
export const isSpecial = (chunk: string): boolean => endOf(chunk) !== ''

/** Returns whether a module reaches a package. */
const reaches = (graph: ModuleGraph, id: string, packages: RegExp): boolean =>
  [...reachOf(graph, [id])].some((each) => packages.test(each))

/** What loads the modules beyond the frame: screens, lazy parts, and the runtime. */
class Loaders {
  /** Modules that the runtime loads. */
  readonly runtime: ReadonlySet<string>
  /** Roots other than the runtime by the modules that they load. */
  readonly #rootsByModule = new Map<string, Set<string>>()
  readonly #closures = new Map<string, Set<string>>()
  /** Lazy parts of the frame and of the first screen. */
  readonly #parts: ReadonlySet<string>

  constructor(graph: ModuleGraph, frame: ReadonlySet<string>, firstScreen: ReadonlySet<string>) {
    const isScreen = (id: string): boolean => segmentOf(id) !== undefined
    const runtimeRoots = [...laterOf(graph, frame)].filter((id) => !isScreen(id) && reaches(graph, id, STORAGE))
    this.runtime = reachOf(graph, runtimeRoots, frame)
    this.#parts = new Set([...laterOf(graph, [...frame, ...firstScreen])].filter((id) => !isScreen(id)))
    for (const root of laterOf(graph, graph.keys())) {
      if (firstScreen.has(root) || runtimeRoots.includes(root) || !graph.has(root)) continue
      const closure = reachOf(graph, [root], frame)
      this.#closures.set(root, closure)
      for (const id of closure) this.#rootsByModule.set(id, this.of(id).add(root))
    }
  }

  of(id: string): Set<string> {
    return this.#rootsByModule.get(id) ?? new Set()
  }

  /** Returns the groups of addresses that load a module; lazy parts, and what a screen loads on use, count as groups. */
  groupsOf(id: string): Set<string> {
    return new Set([...this.of(id)].map((root) => segmentOf(root) ?? (this.#isAlone(root) ? root : PARTS)))
  }

  /** Returns the modules of the lazy parts that other roots contain completely: these parts are loaded earlier. */
  early(): Set<string> {
    const contained = [...this.#parts].filter(
      (root) => this.of(root).size > 1 && this.#closureOf(root).every((id) => this.of(id).isSubsetOf(this.of(root))),
    )
    return new Set(contained.flatMap((root) => this.#closureOf(root)))
  }

  /** Returns whether a root is a chunk by itself: a lazy part that shares nothing, or what a screen loads on use. */
  #isAlone(root: string): boolean {
    return !this.#parts.has(root) || this.#closureOf(root).every((id) => this.of(id).size === 1)
  }

  #closureOf(root: string): string[] {
    return [...(this.#closures.get(root) ?? [])]
  }
}

/** Returns the chunk of each module. Modules that it does not hold are left to the bundler. */
export const chunksOf = (modules: Modules): Map<string, string> => {
  const { graph, entries } = modules
  const { frame, firstScreen } = firstModulesOf(modules)
  // The entry stays a chunk by itself, so that it keeps its name in the manifest.
  const entry = new Set(entries.flatMap((id) => [id, ...(graph.get(id)?.importedIds ?? [])]))
  const { routes, table } = routesOf(modules)
  const loaders = new Loaders(graph, frame, firstScreen)
  const early = loaders.early()
  const chunkOf = (id: string): string | undefined => {
    if (entry.has(id)) return undefined
    if (table.has(id)) return 'table'
    if (frame.has(id)) return routes.has(id) ? 'routes' : 'base'
    if (early.has(id)) return 'early'
    const groups = loaders.groupsOf(id)
    if (firstScreen.has(id)) return groups.size > 0 || loaders.runtime.has(id) ? 'common' : 'home'
    if (loaders.runtime.has(id)) return groups.size > 0 && !reaches(graph, id, STORAGE) ? 'rules' : 'runtime'
    if (groups.size > 1) {
      const isStored = groups.has(PARTS) || groups.has(MY_PAGE)
      if (reaches(graph, id, FORMS)) return isStored ? 'forms' : 'screensForms'
      if ([...groups].every((each) => PAYING.test(each))) return 'payment'
      if (reaches(graph, id, STORAGE)) return isStored ? 'database' : 'screensDatabase'
      return isStored ? 'shared' : 'screens'
    }
    const [group] = groups
    if (group === undefined || graph.has(group)) return undefined
    // Not in a chunk with screens: the frame loads it.
    if (group === PARTS && reaches(graph, id, FORMS)) return 'forms'
    const isOfAll = (packages: RegExp): boolean => [...loaders.of(id)].every((root) => reaches(graph, root, packages))
    return group + (ENDS.find(([, packages]) => isOfAll(packages))?.[0] ?? '')
  }
  const chunks = new Map([...graph.keys()].flatMap((id) => [[id, chunkOf(id)] as const].filter(isAssigned)))
  return joinSmallGroups(graph, chunks)
}

const isAssigned = (pair: readonly [string, string | undefined]): pair is readonly [string, string] =>
  pair[1] !== undefined

/** Gives the screens of all small groups one chunk, and one more for each package that some of them need. */
const joinSmallGroups = (graph: ModuleGraph, chunks: ReadonlyMap<string, string>): Map<string, string> => {
  const bytes = new Map<string, number>()
  for (const [id, chunk] of chunks) bytes.set(chunk, (bytes.get(chunk) ?? 0) + (graph.get(id)?.code?.length ?? 0))
  const isSmall = (chunk: string): boolean =>
    chunk !== PARTS && !CHUNKS.some((name) => name === chunk) && (bytes.get(chunk) ?? 0) < SMALL_GROUP_BYTES
  return new Map([...chunks].map(([id, chunk]) => [id, isSmall(chunk) ? SMALL_GROUPS + endOf(chunk) : chunk]))
}

/** Returns the modules that load without the table of addresses: the frame, the first screen, and their lazy parts. */
const independentOf = (modules: Modules, trees: readonly string[]): Set<string> => {
  const { graph, entries } = modules
  const { firstScreen } = firstModulesOf(modules)
  const frame = new Set([...reachOf(graph, entries), ...firstScreen])
  const lazyRoots = [...laterOf(graph, frame)].filter((id) => segmentOf(id) === undefined && !trees.includes(id))
  return reachOf(graph, [...frame, ...lazyRoots])
}

/**
 * Returns the modules with the file names of screens: `routes`, the router and the route files that it knows at first,
 * and `table`, the generated tree, all other route files, and what only these need.
 */
const routesOf = (modules: Modules): { routes: Set<string>; table: Set<string> } => {
  const { graph } = modules
  const importsOf = (ids: readonly string[]): string[] =>
    ids.flatMap((id) => graph.get(id)?.importedIds ?? []).filter((id) => !PACKAGE.test(id))
  const trees = [...graph.keys()].filter((id) => ROUTE_TREE.test(id))
  const routers = [...graph].flatMap(([id, { dynamicallyImportedIds }]) =>
    dynamicallyImportedIds.some((each) => trees.includes(each)) ? [id] : [],
  )
  const routes = new Set([...routers, ...importsOf(routers)])
  const table = reachOf(graph, trees, independentOf(modules, trees))
  return { routes, table: new Set([...table, ...importsOf(trees)]).difference(routes) }
}
