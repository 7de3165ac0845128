import { lazy, Suspense, type ReactNode, type Ref } from 'react'

export type DrawingName = 'gwangan'

let provided: Readonly<Record<DrawingName, ReactNode>> | null = null
/** At build time, where shells are drawn with them. */
export const provideDrawings = (drawings: typeof provided): void => {
  provided = drawings
}

const adopted = new Map<string, Element>()
/** Takes over the drawings of a shell before the application is drawn in its place: they need not come a second time. */
export const adoptDrawings = (shell: ParentNode): void => {
  for (const drawing of shell.querySelectorAll('[data-drawing]')) {
    const name = drawing.getAttribute('data-drawing') ?? ''
    if (!adopted.has(name)) adopted.set(name, drawing.cloneNode(true) as Element)
  }
}
const copyInto =
  (drawing: Element): Ref<SVGGElement> =>
  (group) => {
    if (!group) return
    group.append(...drawing.cloneNode(true).childNodes)
    return () => group.replaceChildren()
  }

/** On screens whose shell has none of them. */
const Fetched = lazy(async () => {
  const { DRAWINGS } = await import('./drawings.tsx')
  return { default: ({ of }: { of: DrawingName }) => DRAWINGS[of] }
})

/** Paths of a drawing, for an `<svg>` around it. */
export function Drawing({ of }: { of: DrawingName }) {
  if (provided) return <g data-drawing={of}>{provided[of]}</g>
  const drawing = adopted.get(of)
  if (drawing) return <g data-drawing={of} ref={copyInto(drawing)} />
  return (
    <g data-drawing={of}>
      <Suspense fallback={null}>
        <Fetched of={of} />
      </Suspense>
    </g>
  )
}
