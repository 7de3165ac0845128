import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { InquiryScreen } from './-parts/inquiryScreen.tsx'

export const Route = createFileRoute('/service/inquiry')({
  staticData: { layout: 'default', title: msg`Contact us` },
  component: InquiryScreen,
})
