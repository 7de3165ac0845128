import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { TermsScreen } from './-parts/termsScreen.tsx'

export const Route = createFileRoute('/join/terms')({
  staticData: { layout: 'clean', title: msg`Sign up` },
  beforeLoad: async () => {
    if (typeof document === 'undefined') return // prerendering has no drafts
    const { adoptSocialGuest } = await import('./-parts/joinDraft.ts')
    adoptSocialGuest()
  },
  component: TermsScreen,
})
