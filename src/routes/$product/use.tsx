import { createFileRoute } from '@tanstack/react-router'
import { UseScreen } from './-parts/useScreen.tsx'

export const Route = createFileRoute('/$product/use')({
  component: Use,
})

function Use() {
  return <UseScreen guide={Route.useParams().product} />
}
