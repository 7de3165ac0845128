import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { MyPassGiftScreen } from './-parts/gift/myPassGiftScreen.tsx'

export const Route = createFileRoute('/myPage/myPassGift')({
  staticData: { title: msg`Send a pass as a gift` },
  // Always return the key: an omitted one would keep the unvalidated value of the raw query.
  validateSearch: ({ pass }: Record<string, unknown>): { pass?: string | undefined } => ({
    pass: typeof pass === 'string' ? pass : undefined,
  }),
  component: MyPassGift,
})

function MyPassGift() {
  return <MyPassGiftScreen chosen={Route.useSearch().pass} />
}
