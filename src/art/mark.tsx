type MarkProps = {
  className?: string | undefined
  /** Accessible name where the mark stands alone, as in a link to home. Without it the mark is decorative. */
  title?: string | undefined
}

/** Renders the logo: a ticket whose tear line is the horizon, with transparent notches. Square; CSS sets the size. */
export function Mark({ className, title }: MarkProps) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      focusable="false"
      {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
    >
      <path
        d="M4 2h16a2 2 0 0 1 2 2v6.2a1.8 1.8 0 0 0-1.8 1.8H3.8A1.8 1.8 0 0 0 2 10.2V4a2 2 0 0 1 2-2z"
        fill="#be2340"
      />
      <path d="M6.5 12a5.5 5.5 0 0 1 11 0z" fill="#ffc53d" />
      <path
        d="M3.8 12h16.4a1.8 1.8 0 0 0 1.8 1.8V20a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2v-6.2A1.8 1.8 0 0 0 3.8 12z"
        fill="#0a5bb5"
      />
    </svg>
  )
}
