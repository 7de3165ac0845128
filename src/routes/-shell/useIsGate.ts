import { useLocation } from '@tanstack/react-router'

/** Is this the scanner's page? It shows its own network and storage status, none of a member’s phone. */
export const useIsGate = (): boolean => useLocation({ select: ({ pathname }) => pathname === '/gate' })
