import { writeFile } from 'node:fs/promises'
import { BCP47, LOCALES } from '#contract/locales.ts'
import { catalogueAddress, EPOCH_KEY, SHOW_THE_CITY } from '#contract/shells.ts'
import type { Graph } from './graph.ts'
import { PARTS } from './messages.ts'
import { DIST } from './paths.ts'
import type { Shells } from './shells.ts'

/** `/assets/name-hash.js` without what all of them share. */
const bare = (file: string): string => file.replace(/^\/assets\/(.+)\.js$/, '$1')

/**
 * `/app.js`, the one script that shells name: it asks for everything that the shown screen needs side by side, then starts
 * the application. Besides the changed chunk and its importer it is the only file that a changed screen changes.
 * What does not change often is run first, piece by piece, so that no task holds the page for long.
 */
export const writeApplication = async (graph: Graph, { preloads }: Shells): Promise<void> => {
  const messages = Object.fromEntries(
    LOCALES.map((locale) => [BCP47[locale], PARTS.map((part) => graph.messages(locale, part))]),
  )
  // Named once: the names are what this file weighs.
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
    `${DIST}/app.js`,
    [
      `const files=${JSON.stringify(files.map(bare))},always=${JSON.stringify(always.map(bare))},needs=${JSON.stringify(needs)},messages=${JSON.stringify(messages)},city=${JSON.stringify(city)};`,
      'const{documentElement:{dataset,lang},head}=document,{shell}=dataset;',
      'const link=(more)=>{const made=Object.assign(document.createElement("link"),more);head.append(made);return made};',
      `const styles=new Promise((ok,no)=>link({rel:"stylesheet",href:${JSON.stringify(graph.styles)},onload:ok,onerror:no}));`,
      // The first screen says little: the rest of the sentences comes later.
      'for(const href of[...[...always,...(needs[shell]??[]).map((at)=>files[at])].map((name)=>`/assets/${name}.js`),...(messages[lang]??[]).slice(0,shell==="home"?1:2)])link({rel:"modulepreload",href});',
      // A first visitor's city (src/api/first.ts).
      `try{if(${JSON.stringify(SHOW_THE_CITY)}.includes(shell)&&!localStorage.getItem(${JSON.stringify(EPOCH_KEY)}))link({rel:"preload",as:"fetch",crossOrigin:"anonymous",href:city[lang]})}catch{}`,
      `for(const part of ${JSON.stringify(graph.vendors)}){await import(part);await new Promise((ok)=>setTimeout(ok))}`,
      `await styles;await import(${JSON.stringify(graph.entry)});`,
    ].join(''),
  )
}
