import { writeFile } from 'node:fs/promises'
import { BCP47, LOCALES } from '#contract/locales.ts'
import { catalogueAddress, EPOCH_KEY, SHOW_THE_CITY } from '#contract/shells.ts'
import type { Graph } from './graph.ts'
import { MESSAGE_CHUNKS } from './messages.ts'
import { DIST } from './paths.ts'
import { PASS } from './screens.ts'
import type { Shells } from './shells.ts'

/** Chunks of messages that the application needs before it can show a shell's screen; all of them for other shells. */
const MESSAGE_CHUNKS_OF: Record<string, number> = { home: 1, [PASS]: 2 }

/** Strips what the names of scripts have in common from `/assets/name-hash.js`, and the folder from a style sheet's. */
const bare = (file: string): string => file.replace(/^\/assets\/(.+?)(?:\.js)?$/, '$1')

/**
 * Writes `/app.js`, the only script that shells name: it requests everything that the shown screen needs in parallel,
 * then starts the application. When a screen changes, only its chunk, that chunk's importer and this file change.
 * Vendor chunks change rarely and run first, one by one, so that no task blocks the page for long.
 */
export const writeApplication = async (
  graph: Graph,
  { preloads }: Pick<Shells, 'preloads'>,
  folder = DIST,
): Promise<void> => {
  const messages = Object.fromEntries(
    LOCALES.map((locale) => [BCP47[locale], MESSAGE_CHUNKS.map((chunk) => graph.messages(locale, chunk))]),
  )
  // Each name is written once: they are most of this file's size.
  const all = Object.values(preloads)
  const always = (all[0] ?? []).filter((file) => all.every((each) => each.includes(file)))
  const files = [...new Set(all.flat())].filter((file) => !always.includes(file))
  const needs = Object.fromEntries(
    Object.entries(preloads).map(([shell, each]) => [
      shell,
      each.filter((file) => !always.includes(file)).map((file) => files.indexOf(file)),
    ]),
  )
  const city = Object.fromEntries(LOCALES.map((locale) => [BCP47[locale], catalogueAddress(locale)]))
  await writeFile(
    `${folder}/app.js`,
    [
      `const files=${JSON.stringify(files.map(bare))},always=${JSON.stringify(always.map(bare))},needs=${JSON.stringify(needs)},messages=${JSON.stringify(messages)},city=${JSON.stringify(city)};`,
      'const{documentElement:{dataset,lang},head}=document,{shell}=dataset;',
      'const link=(more)=>{const made=Object.assign(document.createElement("link"),more);head.append(made);return made};',
      'const own=[...always,...(needs[shell]??[]).map((at)=>files[at])].map((name)=>`/assets/${name}${name.endsWith(".css")?"":".js"}`),sheet=(href)=>href.endsWith(".css");',
      // Awaited below, possibly after it has failed; the empty catch prevents an unhandled rejection.
      'const styles=Promise.all(own.filter(sheet).map((href)=>new Promise((ok,no)=>link({rel:"stylesheet",href,onload:ok,onerror:no}))));styles.catch(()=>0);',
      // The first screen and My Pass do not need the messages of all screens.
      `for(const href of[...own.filter((file)=>!sheet(file)),...(messages[lang]??[]).slice(0,${JSON.stringify(MESSAGE_CHUNKS_OF)}[shell]??${MESSAGE_CHUNKS.length})])link({rel:"modulepreload",href});`,
      // The catalogue of a first visitor (src/api/firstCatalogue.ts).
      `try{if(${JSON.stringify(SHOW_THE_CITY)}.includes(shell)&&!localStorage.getItem(${JSON.stringify(EPOCH_KEY)}))link({rel:"preload",as:"fetch",crossOrigin:"anonymous",href:city[lang]})}catch{}`,
      `for(const part of ${JSON.stringify(graph.vendors)}){await import(part);await new Promise((ok)=>setTimeout(ok))}`,
      `await styles;await import(${JSON.stringify(graph.entry)});`,
    ].join(''),
  )
}
