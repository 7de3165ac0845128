import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The four layouts: `default`; `main` (home: header over the sky); `load` (launch); `clean` (payment, sign-in). */
export type Layout = 'default' | 'main' | 'load' | 'clean'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Default: `default`. */
    layout?: Layout
    /** The document's title. Without it the screen sets its own with `useTitle`. */
    title?: MessageDescriptor
  }
}

export const BRAND = 'Harbor Pass'
export const NOT_FOUND_TITLE = msg`This page could not be found`
