import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { NoticeScreen } from './-parts/noticeScreen.tsx'

export const Route = createFileRoute('/myPage/notice')({
  staticData: { title: msg`Notices` },
  component: NoticeScreen,
})
