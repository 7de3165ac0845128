import { readFileSync } from 'node:fs'
import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Heart, QrCode, Ticket } from 'lucide-react'
import { ICON_FACTORY, withoutUnused } from '../../scripts/build/iconFactory.ts'

type Shape = ComponentType<{ size: number; strokeWidth: number; 'aria-hidden': boolean }>
type Data = { node: [string, Record<string, string>][] }

const code = ICON_FACTORY.replace(/import .*\n/, '').replace('export default', 'return')
// oxlint-disable-next-line no-implied-eval -- the code is our own, and only its text is exported
const create = new Function('createElement', code)(createElement) as (icon: Data) => Shape
const attributesOf = (markup: string): string[] =>
  [...markup.matchAll(/<(\w+)([^>]*)>/g)].flatMap(([, tag, attrs = '']) =>
    [tag ?? '', ...attrs.matchAll(/[\w-]+="[^"]*"/g)].map(String).toSorted(),
  )

test('an icon of the build has the shapes and attributes of lucide’s own, but its class names', () => {
  const props = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const
  for (const [Original, file] of [
    [QrCode, 'qr-code'],
    [Heart, 'heart'],
    [Ticket, 'ticket'],
  ] as const) {
    const path = `../../node_modules/lucide-react/dist/esm/icons/${file}.mjs`
    const source = withoutUnused(readFileSync(new URL(path, import.meta.url), 'utf8'))
    expect(source).not.toContain('key:')
    const data = new Function(`return ${/__iconData = (\{[^]*?\n\});/.exec(source)?.[1] ?? ''}`)() as Data
    const own = renderToStaticMarkup(createElement(create(data), props))
    const original = renderToStaticMarkup(createElement(Original, props))
    expect(attributesOf(own)).toEqual(attributesOf(original).filter((attribute) => !attribute.startsWith('class=')))
  }
})
