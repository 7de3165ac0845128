import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { Check, Clock, LockKeyhole, MessageCircle, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useOnline } from '#data/online.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { fetchQuestions, withdrawQuestion, type Question, type QuestionPage } from '#data/questions.ts'
import { useSession } from '#data/session.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { cx } from '#ui/cx.ts'
import { Tag } from '#ui/tag.tsx'
import { ConfirmDialog } from '../confirmDialog.tsx'
import frame from '../detail/detail.module.css'
import { FailureBanner } from '../failureBanner.tsx'
import { ShowMore } from '../showMore.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useNextPages } from '../useNextPages.ts'
import { useQuestionDraft } from './questionDraft.ts'
import { QuestionForm } from './questionForm.tsx'
import styles from './reviews.module.css'

const SECTION = 'goods-questions'

/** Renders the questions about goods: the newest ten, more at a press, and the form that asks one. */
export function Questions({ gdsUid }: { gdsUid: string }) {
  const { t } = useLingui()
  const isOnline = useOnline()
  const { user } = useSession()
  const section = useRef<HTMLElement>(null)
  const isTarget = useLocation({ select: ({ hash }) => hash === SECTION })
  // The own questions of a member are in the answer: another member's are another answer.
  const { answer, failure, reload } = useAnswer(() => fetchQuestions(gdsUid, 1), user?.memberId ?? '')
  const draft = useQuestionDraft(gdsUid)
  const [isAsking, setAsking] = useState(draft.content !== '')
  const isAnswered = answer !== null
  // The browser has scrolled before this section was loaded.
  useEffect(() => {
    if (isTarget && isAnswered) section.current?.scrollIntoView()
  }, [isTarget, isAnswered])
  return (
    <section
      ref={section}
      id={SECTION}
      className={cx(frame.section, styles.questions)}
      aria-labelledby="goods-questions-title"
    >
      <h2 id="goods-questions-title">
        <Trans>Questions and answers</Trans>
      </h2>
      {answer ? (
        <Answered
          key={`${answer.total} ${answer.list[0]?.questionUid ?? ''}`}
          gdsUid={gdsUid}
          page={answer}
          onChange={reload}
        />
      ) : !isOnline ? (
        <p className={styles.quiet}>
          <Trans>You can read questions once you are online.</Trans>
        </p>
      ) : failure ? (
        <FailureBanner failure={failure} onRetry={reload} />
      ) : (
        <>
          <LoadingLine label={t`Loading questions`} />
          <Skeleton height="8rem" />
        </>
      )}
      {isAsking ? (
        <QuestionForm
          gdsUid={gdsUid}
          onSent={() => {
            setAsking(false)
            reload()
          }}
        />
      ) : (
        <Button kind="outline" icon={MessageCircle} onClick={() => setAsking(true)}>
          <Trans>Ask a question</Trans>
        </Button>
      )}
      <p className={styles.quiet}>
        <Trans>
          If your question is about your own reservation,{' '}
          <Link to="/service/inquiry" search={{ goods: gdsUid }}>
            contact us
          </Link>{' '}
          instead.
        </Trans>
      </p>
    </section>
  )
}

interface AnsweredProps {
  gdsUid: string
  page: QuestionPage
  /** Called when the list has changed on the server. */
  onChange: () => void
}

function Answered({ gdsUid, page, onChange }: AnsweredProps) {
  const { entries, hasNext, busy, failure, load } = useNextPages<Question>(
    page,
    (pageNum) => fetchQuestions(gdsUid, pageNum),
    ({ questionUid }) => questionUid,
  )
  const rows = useRef<HTMLUListElement>(null)
  const [isWithdrawing, setWithdrawing] = useState(false)
  const [refusal, setRefusal] = useState<FailedOutcome | null>(null)
  const [withdrawn, setWithdrawn] = useState<string | null>(null)
  if (entries.length === 0)
    return (
      <p className={styles.quiet}>
        <Trans>No questions yet. Ask the first one.</Trans>
      </p>
    )
  const withdraw = async (): Promise<void> => {
    if (withdrawn === null) return
    setWithdrawing(true)
    const outcome = await withdrawQuestion(withdrawn)
    setWithdrawing(false)
    setWithdrawn(null)
    setRefusal(outcome.ok ? null : outcome)
    onChange()
  }
  return (
    <>
      <p className={styles.quiet}>
        <Plural value={page.total} one="# question" other="# questions" />
      </p>
      <ul ref={rows} className={styles.list}>
        {entries.map((question) => (
          <QuestionRow
            key={question.questionUid}
            question={question}
            onWithdraw={() => setWithdrawn(question.questionUid)}
          />
        ))}
      </ul>
      <FailureBanner failure={refusal ?? failure} />
      <ShowMore
        list={rows}
        count={entries.length}
        hasNext={hasNext}
        busy={busy}
        onPress={() => {
          setRefusal(null)
          void load()
        }}
      />
      <ConfirmDialog
        open={withdrawn !== null}
        onClose={() => setWithdrawn(null)}
        title={<Trans>Withdraw this question?</Trans>}
        confirmLabel={<Trans>Withdraw</Trans>}
        danger
        busy={isWithdrawing}
        onConfirm={() => void withdraw()}
      >
        <p>
          <Trans>It will be deleted, and we will not answer it.</Trans>
        </p>
      </ConfirmDialog>
    </>
  )
}

function QuestionRow({ question, onWithdraw }: { question: Question; onWithdraw: () => void }) {
  const { date } = useFormat()
  const { author, content, state, privateYn, mineYn, writtenAt, answer } = question
  return (
    <li className={styles.review}>
      <div className={styles.head}>
        <div>
          <b>{mineYn === 'Y' ? <Trans>Asked by you</Trans> : author}</b>
          <p className={styles.quiet}>{date(writtenAt, 'day')}</p>
        </div>
        <div className={frame.tags}>
          {privateYn === 'Y' && (
            <Tag icon={LockKeyhole}>
              <Trans>Private</Trans>
            </Tag>
          )}
          {state === 'answered' ? (
            <Tag tone="kelp" icon={Check}>
              <Trans>Answered</Trans>
            </Tag>
          ) : (
            <Tag tone="harbour" icon={Clock}>
              <Trans>Waiting</Trans>
            </Tag>
          )}
        </div>
      </div>
      <p className={styles.content}>{content}</p>
      {answer && (
        <div className={styles.answer}>
          <b>
            <Trans>Our answer</Trans>
          </b>
          <p className={styles.content}>{answer.content}</p>
          <p className={styles.quiet}>{date(answer.at, 'day')}</p>
        </div>
      )}
      {mineYn === 'Y' && state === 'waiting' && (
        <Button kind="quiet" size="small" icon={Trash2} onClick={onWithdraw}>
          <Trans>Withdraw</Trans>
        </Button>
      )}
    </li>
  )
}
