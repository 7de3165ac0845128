import { useLocation } from '@tanstack/react-router'

/** Is the outbox screen open? It lists waiting and refused actions itself, so notices omit them. */
export const useIsOutboxScreen = (): boolean => useLocation({ select: ({ pathname }) => pathname === '/myPage/outbox' })
