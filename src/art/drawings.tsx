import type { ReactNode } from 'react'
import type { DrawingName } from './drawing.tsx'
import { Gwangan } from './gwangan.gen.tsx'

/** Drawings that are inlined in the HTML so that they appear with the first paint. */
export const DRAWINGS: Readonly<Record<DrawingName, ReactNode>> = { gwangan: <Gwangan /> }
