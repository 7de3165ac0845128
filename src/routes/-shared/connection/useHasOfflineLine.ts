import { useLocation } from '@tanstack/react-router'

const WITH_LINE = new Set(['/', '/home', '/myPage/myPass'])

/** Does the open screen say in a line of its own that the connection is missing? Elsewhere an icon does. */
export const useHasOfflineLine = (): boolean => useLocation({ select: ({ pathname }) => WITH_LINE.has(pathname) })
