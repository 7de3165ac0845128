import { msg } from '@lingui/core/macro'
import { CircleQuestionMark, Compass, LogIn, Map as MapIcon, Route, TrainFront, UserRoundPlus } from 'lucide-react'
import type { NavItem } from './-navigation.ts'

/** Links to what visitors read about the city, and to help. This file is apart from `-navigation.ts`, so that the first screen does not load it. */
export const CITY_LINKS: readonly NavItem[] = [
  { to: '/map', label: msg`Map`, icon: MapIcon },
  { to: '/recommend', label: msg`Courses`, icon: Route },
  { to: '/travelInfo', label: msg`Travel information`, icon: Compass },
  { to: '/directions', label: msg`Getting around`, icon: TrainFront },
  { to: '/service/faq', label: msg`FAQ`, icon: CircleQuestionMark },
]

/** Links of the menu for visitors who are not signed in. */
export const SIGN_IN_LINKS: readonly NavItem[] = [
  { to: '/login', label: msg`Sign in`, icon: LogIn },
  { to: '/join', label: msg`Sign up`, icon: UserRoundPlus },
]
