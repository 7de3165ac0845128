import { useLocation } from '@tanstack/react-router'

/** Returns whether the outbox screen is open. It lists waiting and refused actions itself, so notices omit them. */
export const useIsOutboxScreen = (): boolean => useLocation({ select: ({ pathname }) => pathname === '/myPage/outbox' })
