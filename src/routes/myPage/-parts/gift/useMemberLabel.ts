import { useLingui } from '@lingui/react/macro'

interface MemberLabel {
  /** Where a line or a sentence begins. */
  initial: string
  /** Within a sentence. */
  inner: string
}

/** `(name)` → what the other member of a gift is called; a member who has left has no name (''). */
export const useMemberLabel = (): ((name: string) => MemberLabel) => {
  const { t } = useLingui()
  return (name) => (name ? { initial: name, inner: name } : { initial: t`A former member`, inner: t`a former member` })
}
