import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { PassInGeneral } from './$product/-parts/passInGeneral.tsx'

export const Route = createFileRoute('/about')({
  staticData: { layout: 'default', title: msg`What is Harbor Pass?` },
  component: PassInGeneral,
})
