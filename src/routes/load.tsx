import { createFileRoute } from '@tanstack/react-router'
import { Launch } from './-shared/launch.tsx'

export const Route = createFileRoute('/load')({
  staticData: { layout: 'load' },
  component: () => <Launch screen="/load" />,
})
