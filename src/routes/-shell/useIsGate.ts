import { useLocation } from '@tanstack/react-router'

/**
 * Returns whether the scanner's page is open. It shows its own network and storage status, and nothing of a member’s
 * phone.
 */
export const useIsGate = (): boolean => useLocation({ select: ({ pathname }) => pathname === '/gate' })
