import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import {
  Bell,
  FerrisWheel,
  Gift,
  Heart,
  House,
  MessageCircle,
  QrCode,
  Settings,
  Ticket,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import type { FileRoutesByTo } from '../routeTree.gen.ts'

/** The links of the bottom bar, side bar, sheet and footer. */

/** The addresses of screens without a parameter. */
type Address = Exclude<keyof FileRoutesByTo, `${string}$${string}`>

export interface NavItem {
  to: Address
  label: MessageDescriptor
  icon: LucideIcon
  /** Marks the link as current at this address only, not at those below it. */
  exact?: true
}

/** The bottom bar draws the middle one, My Pass, as the largest. */
export const MAIN_LINKS: readonly NavItem[] = [
  { to: '/home', label: msg`Home`, icon: House },
  { to: '/attractions', label: msg`Attractions`, icon: FerrisWheel },
  { to: '/myPage/myPass', label: msg`My Pass`, icon: QrCode },
  { to: '/pass', label: msg`Passes`, icon: Ticket },
  { to: '/myPage', label: msg`My Page`, icon: UserRound, exact: true },
]

export const SECONDARY_LINKS: readonly NavItem[] = [
  { to: '/myPage/myAttractions', label: msg`Favourites`, icon: Heart },
  { to: '/myPage/gift', label: msg`Gifts`, icon: Gift },
  { to: '/newsFeed', label: msg`News`, icon: Bell },
  { to: '/service/inquiry', label: msg`Contact us`, icon: MessageCircle },
  { to: '/setting', label: msg`Settings`, icon: Settings },
]

/** Links of the footer, which need no icon. */
export const FOOTER_LINKS = [
  { to: '/about', label: msg`What is Harbor Pass?` },
  { to: '/visit', label: msg`Your visit, step by step` },
  { to: '/map', label: msg`Map` },
  { to: '/promotion', label: msg`Promotions` },
  { to: '/service/faq', label: msg`FAQ` },
  { to: '/service/notice', label: msg`Notices` },
  { to: '/service/policy', label: msg`Terms and policies` },
] as const satisfies readonly Omit<NavItem, 'icon'>[]

/** Returns the address of the link that is current where the router finds none: `/` shows home. */
export const currentAddress = ({ pathname }: { pathname: string }): Address | null =>
  pathname === '/' ? '/home' : null
