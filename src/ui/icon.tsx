import type { LucideIcon } from 'lucide-react'

export type IconType = LucideIcon

/** A lucide icon in the one weight; decorative, so a word stands beside it or its control has a label. */
export function Icon({ of: Shape, size = 24, bold = false }: { of: IconType; size?: number; bold?: boolean }) {
  return <Shape aria-hidden size={size} strokeWidth={bold || size <= 16 ? 2.25 : size <= 20 ? 2 : 1.75} />
}
