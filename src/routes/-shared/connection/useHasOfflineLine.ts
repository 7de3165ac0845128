import { useLocation } from '@tanstack/react-router'

const WITH_LINE = new Set(['/', '/home', '/myPage/myPass'])

/**
 * Returns whether the open screen says in a line of its own that the connection is missing. On all other screens an
 * icon does.
 */
export const useHasOfflineLine = (): boolean => useLocation({ select: ({ pathname }) => WITH_LINE.has(pathname) })
