import type { MyPass } from '#contract/calls/mypage.ts'

/** `Big5 · Mei`: which pass it is, in the words of its member. */
export const called = ({ passType, name }: Pick<MyPass, 'passType' | 'name'>): string =>
  name === null ? passType : `${passType} · ${name}`
