import { expect, test } from 'vitest'
import {
  checkApplies,
  filesOf,
  patchNames,
  RECIPES,
  remake,
  type Recipe,
  type RecipeName,
} from '../scripts/recipePatches.ts'
import { read } from './harness/documents.ts'

/** Recipes of CONTRIBUTING.md: their patches apply, edit few files, and edit exactly the files that it lists. */

const contributing = read('CONTRIBUTING.md')

/** Returns the files in the code block of a recipe, sorted. */
const listed = (name: RecipeName): string[] => {
  const { heading }: Recipe = RECIPES[name]
  const section = contributing.split(/^##+ /m).find((each) => each.startsWith(`${heading}\n`)) ?? ''
  const block = /^```text\n([\s\S]*?)^```$/m.exec(section)?.[1] ?? ''
  return block.split('\n').filter(Boolean).toSorted()
}

test('each recipe has a patch, and its heading in CONTRIBUTING.md', () => {
  expect(patchNames().toSorted()).toEqual(Object.keys(RECIPES).toSorted())
  const missing = Object.values(RECIPES).filter(({ heading }) => !contributing.includes(`\n### ${heading}\n`))
  expect(missing).toEqual([])
})

test.each(patchNames())('the patch of the recipe %s applies to this tree', (name) => {
  expect(() => checkApplies(name)).not.toThrow()
})

test.each(patchNames())('the recipe %s edits no more files than allowed', (name) => {
  expect(filesOf(name).length).toBeLessThanOrEqual(RECIPES[name].maxFiles)
})

test.each(patchNames())('CONTRIBUTING.md lists exactly the files that the patch of %s edits', (name) => {
  expect(listed(name), remake(name)).toEqual(filesOf(name))
})
