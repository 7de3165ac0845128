import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { Manifest } from 'vite'
import { DIST } from './paths.ts'

/** A chunk that only names exports of another one; of a module that exports nothing in use, it only imports it. */
const FACADE = /^(?:export\{([^}]*)\}from|import)["'`]\.\/([\w.-]+\.js)["'`];?\s*((?:import["'`][^"'`]+["'`];?\s*)*)$/
const BARE = /import(["'`])\.\/[\w.-]+\1/g
const EXPORT = /^\s*([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/
const LATER = /import\(["'`]\.\/([\w.-]+\.js)["'`]\)/g

interface Facade {
  /** File name of the chunk with the code. */
  target: string
  /** Exports by their names in the facade. */
  exports: readonly (readonly [name: string, inTarget: string])[]
}

/** Returns null for a chunk that does more, such as to import what the other one does not import itself. */
const facadeOf = (code: string, codes: ReadonlyMap<string, string>): Facade | null => {
  const [, names, target, repeated = ''] = FACADE.exec(code) ?? []
  if (target === undefined) return null
  const files = repeated.match(BARE)?.map((each) => each.slice('import"'.length, -1)) ?? []
  if (!files.every((file) => codes.get(target)?.includes(file))) return null
  const exports = (names?.split(',') ?? []).map((each) => {
    const [, inTarget = '', name = inTarget] = EXPORT.exec(each) ?? []
    return [name, inTarget] as const
  })
  return { target, exports }
}

/**
 * Removes the facades that the bundler writes for each later import of a module that shares its chunk with others: a
 * file of 50 bytes and a request each. The importers load the chunk itself and pick the exports of the module.
 */
export const joinFacades = async (folder = DIST): Promise<void> => {
  const assets = `${folder}/assets`
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const codes = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(`${assets}/${name}`, 'utf8')] as const)),
  )
  const facades = new Map(
    [...codes].flatMap(([name, code]) => {
      const facade = facadeOf(code, codes)
      return facade ? [[name, facade] as const] : []
    }),
  )
  for (const [name, code] of codes) {
    if (facades.has(name)) {
      await rm(`${assets}/${name}`)
      continue
    }
    const joined = code.replace(LATER, (whole, imported: string) => {
      const facade = facades.get(imported)
      if (!facade) return whole
      const picked = facade.exports.map(([each, inTarget]) => `${each}:e.${inTarget}`).join(',')
      return `import("./${facade.target}").then(e=>({${picked}}))`
    })
    if (joined !== code) await writeFile(`${assets}/${name}`, joined)
  }
  await joinInManifest(`${folder}/.vite/manifest.json`, facades)
}

/** Lets the manifest's entries of facades name the chunks with their code. */
const joinInManifest = async (path: string, facades: ReadonlyMap<string, Facade>): Promise<void> => {
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest
  const byFile = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]))
  for (const [key, chunk] of Object.entries(manifest)) {
    const facade = facades.get(chunk.file.replace('assets/', ''))
    const target = facade && byFile.get(`assets/${facade.target}`)
    if (target) manifest[key] = { ...target, ...(chunk.src !== undefined && { src: chunk.src }), isDynamicEntry: true }
  }
  await writeFile(path, JSON.stringify(manifest))
}
