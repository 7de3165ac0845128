import { lazy, Suspense, type ReactNode, type Ref } from 'react'

export type DrawingName = 'gwangan'

let provided: Readonly<Record<DrawingName, ReactNode>> | null = null
/** Sets the drawings for the build, which renders shells with them inlined. */
export const provideDrawings = (drawings: typeof provided): void => {
  provided = drawings
}

const adopted = new Map<string, Element>()
/** Copies the drawings out of a shell before the application replaces its DOM, so that they are not fetched again. */
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

/** Fetches a drawing that the shell did not contain. */
const Fetched = lazy(async () => {
  const { DRAWINGS } = await import('./drawings.tsx')
  return { default: ({ of }: { of: DrawingName }) => DRAWINGS[of] }
})

/** Renders the paths of a drawing; goes inside an `<svg>`. */
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
