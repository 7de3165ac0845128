/** Returns the list; throws if it is empty, because assertions in a loop over an empty list would check nothing. */
export const nonEmpty = <T>(list: readonly T[] | null | undefined): readonly T[] => {
  if (!list || list.length === 0) throw new Error('the list is empty')
  return list
}
