import type { MyPass } from '#contract/calls/mypage.ts'

/** Returns the label of a pass: `Big5 · Mei`, its type and the name that its member gave it. */
export const passLabel = ({ passType, name }: Pick<MyPass, 'passType' | 'name'>): string =>
  name === null ? passType : `${passType} · ${name}`
