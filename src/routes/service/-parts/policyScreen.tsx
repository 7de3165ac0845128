import { Trans, useLingui } from '@lingui/react/macro'
import { Printer } from 'lucide-react'
import { koreanDayStart } from '#contract/rules/koreanCalendar.ts'
import { TERMS_CODES, type TermsCode } from '#contract/terms.ts'
import { useTerms } from '#data/terms.ts'
import { useFormat } from '#i18n/format.ts'
import { IconButton } from '#ui/button.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { useIsWide } from '#ui/useMedia.ts'
import { Columns } from '../../-shared/columns.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import { HelpLinks } from '../../-shared/helpLinks.tsx'
import { LinkRow, LinkRows } from '../../-shared/linkRows.tsx'
import { LoadError } from '../../-shared/loadError.tsx'
import screen from '../../-shared/screen.module.css'
import { TermsText } from '../../-shared/termsText.tsx'
import { useTitle } from '../../-shared/title.ts'
import { NotFoundScreen } from '../../-shell/lazyScreens.tsx'
import styles from './policy.module.css'

const isCode = (code: string): code is TermsCode => TERMS_CODES.includes(code as TermsCode)

/** Returns the names of the documents, which are shown before the documents are loaded. */
const useNames = (): Record<TermsCode, string> => {
  const { t } = useLingui()
  return {
    service: t`Terms of service`,
    privacy: t`Privacy policy`,
    refund: t`Cancellations and refunds`,
    marketing: t`Marketing consent`,
    withdrawal: t`Account deletion`,
  }
}

/**
 * Renders `/service/policy`: the index of the legal texts, or the one that `code` names. Each is at an address of its
 * own. The index loads all of them, so that they can be read offline.
 */
export function PolicyScreen({ code }: { code: string | undefined }) {
  const isWide = useIsWide()
  if (code !== undefined && !isCode(code)) return <NotFoundScreen />
  if (isWide) return <Wide code={code ?? 'service'} />
  return code === undefined ? <Narrow /> : <Single code={code} />
}

function Narrow() {
  return (
    <main data-screen="/service/policy" className={screen.reading}>
      <TopBar title={<Trans>Terms and policies</Trans>} back="/service/faq" />
      <Index />
      <HelpLinks current="/service/policy" />
    </main>
  )
}

function Single({ code }: { code: TermsCode }) {
  const name = useNames()[code]
  useTitle(name)
  return (
    <main data-screen="/service/policy" className={screen.reading}>
      <TopBar title={name} back="/service/policy" actions={<Print />} />
      <Text key={code} code={code} level={2} />
    </main>
  )
}

/** Renders the index beside the text. */
function Wide({ code }: { code: TermsCode }) {
  const name = useNames()[code]
  useTitle(name)
  return (
    <main data-screen="/service/policy" className={screen.reading}>
      <TopBar title={<Trans>Terms and policies</Trans>} back="/service/faq" />
      <Columns
        detail
        aside={
          <article className={styles.paper}>
            <header className={styles.head}>
              <h2>{name}</h2>
              <Print />
            </header>
            <Text key={code} code={code} level={3} />
          </article>
        }
      >
        <Index current={code} />
        <HelpLinks current="/service/policy" />
      </Columns>
    </main>
  )
}

function Index({ current }: { current?: TermsCode }) {
  const { t } = useLingui()
  const names = useNames()
  return (
    <nav aria-label={t`Terms and policies`}>
      <LinkRows>
        {TERMS_CODES.map((code) => (
          <Entry key={code} code={code} name={names[code]} isCurrent={code === current} />
        ))}
      </LinkRows>
    </nav>
  )
}

function Entry({ code, name, isCurrent }: { code: TermsCode; name: string; isCurrent: boolean }) {
  const { date } = useFormat()
  const { data } = useTerms(code)
  const since = data && date(koreanDayStart(data.effectiveDate), 'day')
  return (
    <LinkRow
      to="/service/policy"
      search={{ code }}
      current={isCurrent}
      text={since === undefined ? ' ' : <Trans>In force since {since}</Trans>}
    >
      {name}
    </LinkRow>
  )
}

function Text({ code, level }: { code: TermsCode; level: 2 | 3 }) {
  const { t } = useLingui()
  const { status, data, at, failure, reload } = useTerms(code)
  if (data)
    return (
      <div className={styles.text}>
        <TermsText terms={data} level={level} />
        <p className={screen.second}>
          <DataAge at={at} />
        </p>
      </div>
    )
  return status === 'failed' ? (
    <LoadError
      scene="museum"
      title={<Trans>Could not load this text</Trans>}
      failure={failure}
      onRetry={() => void reload()}
    />
  ) : (
    <>
      <LoadingLine label={t`Loading the text`} />
      <Skeleton width="40%" height="1.25rem" />
      <Skeleton height="12rem" />
    </>
  )
}

function Print() {
  const { t } = useLingui()
  return <IconButton icon={Printer} label={t`Print`} onClick={() => print()} />
}
