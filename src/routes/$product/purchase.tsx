import { createFileRoute } from '@tanstack/react-router'
import { readTexts } from '../-shared/readTexts.ts'
import { PurchaseScreen } from './-parts/purchaseScreen.tsx'

export const Route = createFileRoute('/$product/purchase')({
  validateSearch: (search) => readTexts(search, 'tab'),
  component: Purchase,
})

function Purchase() {
  const navigate = Route.useNavigate()
  return (
    <PurchaseScreen
      guide={Route.useParams().product}
      tab={Route.useSearch().tab}
      onTab={(tab) => void navigate({ search: { tab }, replace: true, resetScroll: false })}
    />
  )
}
