import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { NewsScreen } from './newsFeed/-parts/newsScreen.tsx'
import { membersOnly } from './-shared/membersOnly.ts'

export const Route = createFileRoute('/newsFeed')({
  staticData: { title: msg`News` },
  beforeLoad: membersOnly,
  component: NewsScreen,
})
