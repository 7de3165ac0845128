import { createFileRoute } from '@tanstack/react-router'
import { BenefitsScreen } from './-parts/benefitsScreen.tsx'

export const Route = createFileRoute('/$product/benefits')({
  component: Benefits,
})

function Benefits() {
  return <BenefitsScreen guide={Route.useParams().product} />
}
