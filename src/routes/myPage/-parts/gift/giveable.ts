import type { ShownPass } from '#data/myPass.ts'

/** What can be given: an unused mobile pass that lies in no gift. */
export const giveable = (passes: readonly ShownPass[]): ShownPass[] =>
  passes.filter(({ medium, state, gift }) => medium === 'mobile' && state === 'unused' && gift === null)
