import { createFileRoute } from '@tanstack/react-router'
import { PromotionScreen } from './-parts/promotionScreen.tsx'

export const Route = createFileRoute('/promotion/$detail')({
  component: OnePromotion,
})

function OnePromotion() {
  const { detail } = Route.useParams()
  return <PromotionScreen key={detail} id={detail} />
}
