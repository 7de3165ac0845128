import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { PassesScreen } from './-parts/passesScreen.tsx'

export const Route = createFileRoute('/pass/')({
  staticData: { layout: 'default', title: msg`Passes` },
  validateSearch: ({ medium }: Record<string, unknown>): { medium?: 'card' | undefined } => ({
    medium: medium === 'card' ? medium : undefined,
  }),
  component: Passes,
})

function Passes() {
  return <PassesScreen medium={Route.useSearch().medium ?? 'mobile'} />
}
