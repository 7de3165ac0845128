import { drawnByte } from '../../scripts/draw.ts'

/**
 * Returns whether this run tests the screen of that name: a run tests a tenth of the screens, another tenth with each
 * commit; `LARGE=all` tests all.
 */
export const isDrawn = (name: string): boolean => process.env.LARGE === 'all' || drawnByte(name) % 10 === 0
