import type { LiveCode } from '#data/myPass.ts'

const QUIET = 4

/** Renders the code: black on white in both themes, with a quiet zone of four modules. */
export function CodePicture({ code, label }: { code: Pick<LiveCode, 'path' | 'size'>; label: string }) {
  const side = code.size + 2 * QUIET
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
      data-qr
    >
      <path fill="#fff" d={`M${-QUIET} ${-QUIET}h${side}v${side}h${-side}z`} />
      <path fill="#000" d={code.path} />
    </svg>
  )
}
