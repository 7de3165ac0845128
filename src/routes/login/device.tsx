import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DeviceScreen } from './-parts/deviceScreen.tsx'

/** Opened by the QR code of a computer: the link's secret is the fragment, which no request contains. */
export const Route = createFileRoute('/login/device')({
  staticData: { layout: 'clean', title: msg`Sign in on this phone` },
  component: DeviceScreen,
})
