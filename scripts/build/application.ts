import { writeFile } from 'node:fs/promises'
import { BCP47, LOCALES } from '#contract/locales.ts'
import type { Graph } from './graph.ts'
import { DIST } from './paths.ts'
import type { Shells } from './shells.ts'

/**
 * `/app.js`, the one script that shells name: it asks for everything that the shown screen needs side by side, then
 * starts the application. It is the only file besides a changed chunk and its importer that a changed screen changes.
 */
export const writeApplication = async (graph: Graph, { preloads }: Shells): Promise<void> => {
  const messages = Object.fromEntries(LOCALES.map((locale) => [BCP47[locale], graph.messages(locale)]))
  await writeFile(
    `${DIST}/app.js`,
    [
      `const needs=${JSON.stringify(preloads)},messages=${JSON.stringify(messages)};`,
      'const{dataset,lang}=document.documentElement;',
      'for(const href of[...(needs[dataset.shell]??[]),messages[lang]])if(href)',
      'document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));',
      `await import(${JSON.stringify(graph.entry)});`,
    ].join(''),
  )
}
