import { writeFile } from 'node:fs/promises'
import { BCP47, LOCALES } from '#contract/locales.ts'
import type { Graph } from './graph.ts'
import { DIST } from './paths.ts'
import type { Shells } from './shells.ts'

/**
 * `/app.js`, the one script that shells name: it asks for everything that the shown screen needs side by side, then starts
 * the application. Besides the changed chunk and its importer it is the only file that a changed screen changes.
 * What does not change often is run first, piece by piece, so that no task holds the page for long.
 */
export const writeApplication = async (graph: Graph, { preloads }: Shells): Promise<void> => {
  const messages = Object.fromEntries(LOCALES.map((locale) => [BCP47[locale], graph.messages(locale)]))
  await writeFile(
    `${DIST}/app.js`,
    [
      `const needs=${JSON.stringify(preloads)},messages=${JSON.stringify(messages)};`,
      'const{documentElement:{dataset,lang},head}=document;',
      'const link=(more)=>{const made=Object.assign(document.createElement("link"),more);head.append(made);return made};',
      `const styles=new Promise((ok,no)=>link({rel:"stylesheet",href:${JSON.stringify(graph.styles)},onload:ok,onerror:no}));`,
      'for(const href of[...(needs[dataset.shell]??[]),messages[lang]])if(href)link({rel:"modulepreload",href});',
      `for(const part of ${JSON.stringify(graph.vendors)}){await import(part);await new Promise((ok)=>setTimeout(ok))}`,
      `await styles;await import(${JSON.stringify(graph.entry)});`,
    ].join(''),
  )
}
