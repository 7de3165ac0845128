import { createFileRoute } from '@tanstack/react-router'
import { LiveChatScreen } from './liveChat/-parts/liveChatScreen.tsx'

export const Route = createFileRoute('/liveChat')({
  component: LiveChatScreen,
})
