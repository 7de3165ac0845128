import { rm } from 'node:fs/promises'
import { build as bundle } from 'vite'
import { seedCatalogue } from '#server/modules/catalogue/seed.ts'
import { writeApplication } from './application.ts'
import { check } from './check.ts'
import { compress } from './compress.ts'
import { joinFacades } from './facades.ts'
import { Graph } from './graph.ts'
import { writeManifests } from './manifests.ts'
import { DIST, ROOT } from './paths.ts'
import { writePreviews } from './previews.ts'
import { drawShells } from './shells.ts'
import { isBuilt, markBuilt, stampSources, versionOf } from './stamp.ts'
import { buildWorker } from './worker.ts'

/** Builds `dist`: application, shells in each language, worker. Unless `force`, does nothing when it is up to date. */
export const build = async ({ force = false }: { force?: boolean } = {}): Promise<'built' | 'unchanged'> => {
  if (!force && (await isBuilt())) return 'unchanged'
  const stamp = await stampSources()
  // Vite, React and the router each read it; without it their development versions would be shipped.
  process.env.NODE_ENV = 'production'
  process.env.VITE_BUILD = versionOf(stamp)
  await bundle({ root: ROOT, logLevel: 'warn' })
  await joinFacades()
  const graph = await Graph.read()
  await bundle({ root: ROOT, logLevel: 'error', build: { ssr: 'src/prerender.tsx' } })
  const shells = await drawShells(graph, seedCatalogue)
  await writeApplication(graph, shells)
  await writeManifests(shells.manifestTexts)
  await writePreviews()
  await rm(`${DIST}/index.html`)
  const files = await buildWorker(graph, shells)
  await check(graph, files)
  await rm(`${DIST}/.vite`, { recursive: true })
  await compress()
  await markBuilt(stamp)
  return 'built'
}

if (import.meta.main) console.log(`dist: ${await build({ force: process.argv.includes('--again') })}`)
