import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readTexts } from '../-shared/readTexts.ts'
import { FaqScreen } from './-parts/faqScreen.tsx'

export const Route = createFileRoute('/service/faq')({
  staticData: { title: msg`FAQ` },
  // `question`: the one that a shared link opens.
  validateSearch: (search) => readTexts(search, 'q', 'topic', 'question'),
  component: Faq,
})

function Faq() {
  const navigate = Route.useNavigate()
  return (
    <FaqScreen
      search={Route.useSearch()}
      onChange={(search, entry) => void navigate({ search, replace: entry === 'replace', resetScroll: false })}
    />
  )
}
