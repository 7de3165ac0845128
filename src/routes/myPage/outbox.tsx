import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { OutboxScreen } from './-parts/outbox/outboxScreen.tsx'

export const Route = createFileRoute('/myPage/outbox')({
  staticData: { title: msg`Waiting to send` },
  component: OutboxScreen,
})
