import { createFileRoute } from '@tanstack/react-router'
import { ProductScreen } from './-parts/productScreen.tsx'

export const Route = createFileRoute('/pass/$detail')({
  staticData: { layout: 'default' },
  component: PassDetail,
})

function PassDetail() {
  return <ProductScreen detail={Route.useParams().detail} />
}
