import { createContext, type ReactNode } from 'react'

/** What the frame adds to a title row that replaces its brand row: the state of the connection, the language. */
export const TitleRowTools = createContext<ReactNode>(null)
