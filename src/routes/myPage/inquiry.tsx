import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { useSession } from '#data/session.ts'
import { LinkButton } from '#ui/button.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { InquiryList } from '../-shared/inquiry/inquiryList.tsx'
import { SignInAgain } from '../-shared/signInAgain.tsx'
import list from './-parts/list.module.css'

export const Route = createFileRoute('/myPage/inquiry')({
  staticData: { title: msg`My inquiries` },
  component: MyInquiryScreen,
})

/** Renders the member's inquiries and answers. New ones are written at `/service/inquiry`. */
function MyInquiryScreen() {
  const { state } = useSession()
  return (
    <main data-screen="/myPage/inquiry" className={list.screen}>
      <TopBar title={<Trans>My inquiries</Trans>} back="/myPage" />
      <LinkButton to="/service/inquiry" kind="outline" icon={MessageCircle}>
        <Trans>New inquiry</Trans>
      </LinkButton>
      {state === 'locked' && <SignInAgain returnTo="/myPage/inquiry" />}
      <InquiryList />
    </main>
  )
}
