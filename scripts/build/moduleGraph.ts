import { GOODS_KINDS } from '#contract/codes.ts'
import { dirname, resolve } from 'node:path'
import { parseSync } from 'rolldown/utils'
import type { Plugin } from 'vite'

/** What a module imports: at once, and later by `import()`. */
export interface Module {
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
  code: string | null
}
/** The modules of a build, by id. */
export type ModuleGraph = ReadonlyMap<string, Module>

/** The modules of a build, and those with which it begins. */
export interface Modules {
  graph: ModuleGraph
  entries: readonly string[]
}

/** Package with one module that re-exports every icon: an importer of it depends on the icons that it names alone. */
const ICONS = 'lucide-react'

/** Returns the module of each icon, by the names under which the module `barrel` exports it. */
const iconsOf = (barrel: string, code: string): Map<string, string> =>
  new Map(
    parseSync(barrel, code)
      .module.staticExports.flatMap(({ entries }) => entries)
      .flatMap(({ exportName, moduleRequest }) =>
        exportName.name && moduleRequest
          ? [[exportName.name, resolve(dirname(barrel), moduleRequest.value)] as const]
          : [],
      ),
  )

/** Returns the names that a module imports from the icons. */
const iconNamesIn = (code: string): string[] =>
  parseSync('module.js', code)
    .module.staticImports.filter(({ moduleRequest }) => moduleRequest.value === ICONS)
    .flatMap(({ entries }) => entries.flatMap(({ importName }) => importName.name ?? []))

/** Returns the graph of a build from the bundler's modules; `barrel` is the id of the module with all icons. */
export const moduleGraphOf = (modules: ReadonlyMap<string, Module>, barrel = ''): ModuleGraph => {
  const icons = iconsOf(barrel, modules.get(barrel)?.code ?? '')
  return new Map(
    [...modules].map(([id, module]) => {
      if (id === barrel) return [id, { ...module, importedIds: [] }]
      if (!module.importedIds.includes(barrel)) return [id, module]
      const named = iconNamesIn(module.code ?? '').flatMap((name) => icons.get(name) ?? [])
      return [id, { ...module, importedIds: [...module.importedIds, ...named] }]
    }),
  )
}

/** Returns the modules that load together with `roots`, themselves included, without those in `loaded`. */
export const reachOf = (
  graph: ModuleGraph,
  roots: Iterable<string>,
  loaded: ReadonlySet<string> = new Set(),
): Set<string> => {
  const reached = new Set<string>()
  const waiting = [...roots]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id) || loaded.has(id)) continue
    reached.add(id)
    waiting.push(...(graph.get(id)?.importedIds ?? []))
  }
  return reached
}

/** Returns what the modules in `loaded` import later. */
export const laterOf = (graph: ModuleGraph, loaded: Iterable<string>): Set<string> =>
  new Set([...loaded].flatMap((id) => graph.get(id)?.dynamicallyImportedIds ?? []))

/** A screen, which the router splits off its route file; the group is the first segment of its address. */
const SCREEN = /\/src\/routes\/([^/?]+?)(?:\.tsx|\/[^?]*)\?tsr-split=/

/** First segments whose addresses show the same screens, by the group that stands for them. */
const SAME_SCREENS: Readonly<Record<string, string>> = Object.fromEntries(
  GOODS_KINDS.map((kind) => [kind, 'goods'] as const),
)

/**
 * Returns the group of a screen's module: the first segment of its address, and one for all kinds of goods; undefined for
 * other modules.
 */
export const segmentOf = (id: string): string | undefined => {
  const segment = SCREEN.exec(id)?.[1]
  return segment === undefined ? undefined : (SAME_SCREENS[segment] ?? segment)
}

/** The screen on which first visits begin has the addresses `/` and `/home`. */
const FIRST_SEGMENTS = new Set<string | undefined>(['index', 'home'])

/** The table of all addresses, which the router of a page loads later. What its route files import is of the frame. */
export const ROUTE_TREE = /\/routeTree\.gen\.ts$/

/** Returns the modules that are loaded before any screen but the first, and those that the first screen adds. */
export const firstModulesOf = ({ graph, entries }: Modules): { frame: Set<string>; firstScreen: Set<string> } => {
  const frame = reachOf(graph, [...entries, ...[...graph.keys()].filter((id) => ROUTE_TREE.test(id))])
  const screens = [...laterOf(graph, frame)].filter((id) => FIRST_SEGMENTS.has(segmentOf(id)))
  return { frame, firstScreen: reachOf(graph, screens, frame) }
}

/**
 * Creates a plugin that reads the modules of a build once the bundler has loaded all. `modules` returns them; it throws
 * before that.
 */
export const readModules = (): { plugin: Plugin; modules: () => Modules } => {
  let modules: Modules | undefined
  return {
    plugin: {
      name: 'read-modules',
      apply: 'build',
      buildEnd: async function () {
        const infos = [...this.getModuleIds()].flatMap((id) => this.getModuleInfo(id) ?? [])
        const read = infos.map(
          ({ id, code, importedIds, dynamicallyImportedIds }) =>
            [id, { code, importedIds, dynamicallyImportedIds }] as const,
        )
        modules = {
          graph: moduleGraphOf(new Map(read), (await this.resolve(ICONS))?.id),
          entries: infos.filter(({ isEntry }) => isEntry).map(({ id }) => id),
        }
      },
    },
    modules: () => {
      if (!modules) throw new Error('the bundler has not loaded all modules yet')
      return modules
    },
  }
}
