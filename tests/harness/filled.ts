/** A list that holds something: a loop over an empty one would hold nothing at all. */
export const filled = <T>(list: readonly T[] | null | undefined): readonly T[] => {
  if (!list || list.length === 0) throw new Error('the list is empty')
  return list
}
