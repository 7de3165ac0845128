import { Trans } from '@lingui/react/macro'
import { MessageCircle } from 'lucide-react'
import { useSession } from '#data/session.ts'
import { LinkButton } from '#ui/button.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { Columns } from '../../-shared/columns.tsx'
import { InquiryList } from '../../-shared/inquiry/inquiryList.tsx'
import { SignInAgain } from '../../-shared/signInAgain.tsx'
import list from './list.module.css'

/** Renders the member's inquiries and answers. New ones are written at `/service/inquiry`. */
export function MyInquiryScreen() {
  const { state } = useSession()
  return (
    <main data-screen="/myPage/inquiry" className={list.screen}>
      <TopBar title={<Trans>My inquiries</Trans>} back="/myPage" />
      <Columns
        first
        scene="capsule"
        aside={
          <LinkButton to="/service/inquiry" kind="outline" icon={MessageCircle}>
            <Trans>New inquiry</Trans>
          </LinkButton>
        }
      >
        {state === 'locked' && <SignInAgain returnTo="/myPage/inquiry" />}
        <InquiryList />
      </Columns>
    </main>
  )
}
