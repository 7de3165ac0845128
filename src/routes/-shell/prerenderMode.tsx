import { createContext, use, type ReactNode } from 'react'

/**
 * True while a shell is rendered lean: the shell of My Pass must have the code in its first frame, so it leaves out
 * what the application can add. The space stays reserved, so nothing moves.
 */
export const LeanShell = createContext(false)

/** Renders its children except in a lean shell. */
export const SkipInShell = ({ children }: { children: ReactNode }): ReactNode => (use(LeanShell) ? null : children)
