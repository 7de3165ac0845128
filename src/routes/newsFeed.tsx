import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { NewsScreen } from './-parts/news/news-screen.tsx'
import { membersOnly } from './-parts/members-only.ts'

export const Route = createFileRoute('/newsFeed')({
  staticData: { title: msg`News` },
  beforeLoad: membersOnly,
  component: NewsScreen,
})
