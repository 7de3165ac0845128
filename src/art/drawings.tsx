import type { ReactNode } from 'react'
import type { DrawingName } from './drawing.tsx'
import { Gwangan } from './gwangan.gen.tsx'

/** Drawings that stand in the markup, so that they are there with the first paint. */
export const DRAWINGS: Readonly<Record<DrawingName, ReactNode>> = { gwangan: <Gwangan /> }
