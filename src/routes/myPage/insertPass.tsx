import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { InsertPassScreen } from './-parts/card/insertPassScreen.tsx'

export const Route = createFileRoute('/myPage/insertPass')({
  staticData: { title: msg`Register Pass` },
  component: InsertPassScreen,
})
