import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the size of a scene weighs nothing, because these styles may arrive before those of a screen that sets another', async () => {
  const css = await readFile(join(import.meta.dirname, 'art.css'), 'utf8')
  const selectors = [...css.matchAll(/^\s*([^{}*/]*\.scene\b(?!-)[^{}*/]*)\{/gm)].map(([, selector]) =>
    selector?.trim(),
  )
  expect(selectors).toEqual([':where(.scene)'])
})
