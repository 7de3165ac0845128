import { createFileRoute } from '@tanstack/react-router'
import { Launch } from './-shared/launch.tsx'

export const Route = createFileRoute('/splash')({
  staticData: { layout: 'load' },
  component: () => <Launch screen="/splash" />,
})
