/** Renders the photo page of a passport, on which the two lines of the name are marked. Decoration without letters. */
export function PassportDrawing({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 96 68" className={className} aria-hidden>
      <rect x="1" y="1" width="94" height="66" rx="6" fill="var(--surface)" stroke="var(--control)" strokeWidth="1.5" />
      <rect x="8" y="9" width="24" height="31" rx="3" fill="var(--sunken)" />
      <circle cx="20" cy="20" r="5.5" fill="var(--control)" />
      <path d="M10 38.5a10 10 0 0 1 20 0z" fill="var(--control)" />
      <rect
        x="36"
        y="8"
        width="52"
        height="17"
        rx="4"
        fill="var(--harbour-tint)"
        stroke="var(--harbour)"
        strokeWidth="1.5"
      />
      <path d="M41 13.5h20M41 19.5h34" stroke="var(--harbour)" strokeWidth="3" strokeLinecap="round" />
      <path d="M38 31.5h18M62 31.5h16M38 38.5h26" stroke="var(--line)" strokeWidth="3" strokeLinecap="round" />
      <path d="M9 51h78M9 59h78" stroke="var(--control)" strokeWidth="2.5" strokeDasharray="5 2.3 3 2.3" />
    </svg>
  )
}
