import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Notices } from '../-shared/notice/notices.tsx'
import { readPage } from '../-shared/pageSearch.ts'

export const Route = createFileRoute('/service/notice')({
  staticData: { title: msg`Notices` },
  validateSearch: readPage,
  component: ServiceNotices,
})

function ServiceNotices() {
  const navigate = Route.useNavigate()
  return (
    <Notices
      screen="/service/notice"
      back="/service/faq"
      page={Route.useSearch().page ?? 1}
      onPage={(page) => void navigate({ search: { page }, replace: true, resetScroll: false })}
    />
  )
}
