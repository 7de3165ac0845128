import type { LucideIcon } from 'lucide-react'

export type IconType = LucideIcon

/**
 * Renders a lucide icon with a stroke width that fits its size. Decorative: the text beside it or the label of its
 * control carries the meaning.
 */
export function Icon({ of: Shape, size = 24, bold = false }: { of: IconType; size?: number; bold?: boolean }) {
  return <Shape aria-hidden size={size} strokeWidth={bold || size <= 16 ? 2.25 : size <= 20 ? 2 : 1.75} />
}
