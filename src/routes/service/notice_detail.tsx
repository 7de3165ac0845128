import { createFileRoute, redirect } from '@tanstack/react-router'
import { readTexts } from '../-shared/readTexts.ts'
import { NoticeScreen } from './-parts/noticeScreen.tsx'

export const Route = createFileRoute('/service/notice_detail')({
  validateSearch: (search) => readTexts(search, 'id'),
  beforeLoad: ({ search }) => {
    if (search.id === undefined) throw redirect({ to: '/service/notice', replace: true })
  },
  component: OneNotice,
})

function OneNotice() {
  const { id = '' } = Route.useSearch()
  return <NoticeScreen key={id} id={id} />
}
