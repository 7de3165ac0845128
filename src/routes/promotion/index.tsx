import { createFileRoute } from '@tanstack/react-router'
import { readTexts } from '../-shared/readTexts.ts'
import { PromotionsScreen } from './-parts/promotionsScreen.tsx'

export const Route = createFileRoute('/promotion/')({
  validateSearch: (search) => readTexts(search, 'q', 'state'),
  component: Promotions,
})

function Promotions() {
  const navigate = Route.useNavigate()
  return (
    <PromotionsScreen
      search={Route.useSearch()}
      onChange={(search, entry) => void navigate({ search, replace: entry === 'replace', resetScroll: false })}
    />
  )
}
