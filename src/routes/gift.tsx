import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { GiftLinkScreen } from './gift/-parts/giftLinkScreen.tsx'

/** What the link of a gift opens (spec 4.27): for anybody, signed in or not. The key of the link is behind `#`. */
export const Route = createFileRoute('/gift')({
  staticData: { layout: 'clean', title: msg`A gift for you` },
  component: GiftLinkScreen,
})
