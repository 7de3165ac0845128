import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { CartScreen } from './-parts/cartScreen.tsx'

export const Route = createFileRoute('/cart/')({
  staticData: { layout: 'clean', title: msg`Cart` },
  component: CartScreen,
})
