import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { MyInquiryScreen } from './-parts/myInquiryScreen.tsx'

export const Route = createFileRoute('/myPage/inquiry')({
  staticData: { title: msg`My inquiries` },
  component: MyInquiryScreen,
})
