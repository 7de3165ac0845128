import { Trans } from '@lingui/react/macro'
import {
  BookOpen,
  CircleQuestionMark,
  FileText,
  Languages,
  Megaphone,
  MessageCircle,
  MessagesSquare,
} from 'lucide-react'
import { LinkRow, LinkRows } from './linkRows.tsx'
import styles from './helpLinks.module.css'

type Address = '/service/faq' | '/liveChat' | '/service/inquiry' | '/service/notice' | '/service/policy'

/** Renders the links between the screens of help, without that to the current one. */
export function HelpLinks({ current }: { current: Address }) {
  return (
    <section className={styles.help} aria-labelledby="help">
      <h2 id="help">
        <Trans>More help</Trans>
      </h2>
      <LinkRows>
        {current !== '/service/faq' && (
          <LinkRow to="/service/faq" icon={CircleQuestionMark}>
            <Trans>FAQ</Trans>
          </LinkRow>
        )}
        {current !== '/liveChat' && (
          <LinkRow to="/liveChat" icon={MessagesSquare}>
            <Trans>Live chat</Trans>
          </LinkRow>
        )}
        {current !== '/service/inquiry' && (
          <LinkRow to="/service/inquiry" icon={MessageCircle}>
            <Trans>Contact us</Trans>
          </LinkRow>
        )}
        <LinkRow to="/$product" params={{ product: '24h' }} icon={BookOpen}>
          <Trans>Guide to the passes</Trans>
        </LinkRow>
        <LinkRow to="/helpCards" icon={Languages}>
          <Trans>Korean help cards</Trans>
        </LinkRow>
        {current !== '/service/notice' && (
          <LinkRow to="/service/notice" icon={Megaphone}>
            <Trans>Notices</Trans>
          </LinkRow>
        )}
        {current !== '/service/policy' && (
          <LinkRow to="/service/policy" icon={FileText}>
            <Trans>Terms and policies</Trans>
          </LinkRow>
        )}
      </LinkRows>
    </section>
  )
}
