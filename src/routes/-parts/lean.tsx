import { createContext, use, type ReactNode } from 'react'

/**
 * The shell of the pass is drawn lean: the code must be in the first frame, and what stands around it can join with the
 * application. Places are kept, so nothing moves.
 */
export const Lean = createContext(false)

/** What a lean shell leaves to the application. */
export const Later = ({ children }: { children: ReactNode }): ReactNode => (use(Lean) ? null : children)
