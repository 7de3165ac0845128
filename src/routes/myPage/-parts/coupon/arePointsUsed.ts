import type { Points } from '#data/points.ts'

/** Returns whether points can be earned or spent at present, or the member has or had some. */
export const arePointsUsed = ({ spendYn, earnPercent, balance, pending, total }: Points): boolean =>
  spendYn === 'Y' || earnPercent > 0 || balance > 0 || pending > 0 || total > 0
