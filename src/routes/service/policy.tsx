import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readTexts } from '../-shared/readTexts.ts'
import { PolicyScreen } from './-parts/policyScreen.tsx'

export const Route = createFileRoute('/service/policy')({
  staticData: { title: msg`Terms and policies` },
  validateSearch: (search) => readTexts(search, 'code'),
  component: Policy,
})

function Policy() {
  return <PolicyScreen code={Route.useSearch().code} />
}
