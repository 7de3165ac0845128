import { useLocation } from '@tanstack/react-router'

/** Is this the screen that says at length what waits, and what was not sent? */
export const useOutboxHere = (): boolean => useLocation({ select: ({ pathname }) => pathname === '/myPage/outbox' })
