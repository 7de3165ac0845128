import { useLingui } from '@lingui/react/macro'

interface MemberLabel {
  /** At the start of a line or sentence. */
  initial: string
  /** Within a sentence. */
  inner: string
}

/**
 * Returns a function that gives the label of the other member of a gift by their name. A member who has withdrawn has
 * no name (`''`).
 */
export const useMemberLabel = (): ((name: string) => MemberLabel) => {
  const { t } = useLingui()
  return (name) => (name ? { initial: name, inner: name } : { initial: t`A former member`, inner: t`a former member` })
}
