import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Scene } from '#art/scene.tsx'
import { COMPLETION_SECONDS } from '#contract/limits.ts'
import { useSession } from '#data/session.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { TopBar } from '#ui/top-bar.tsx'
import screen from '../-parts/screen.module.css'
import styles from './-parts/join.module.css'

export const Route = createFileRoute('/join/completion')({
  staticData: { layout: 'clean', title: msg`Welcome aboard` },
  beforeLoad: async () => {
    const { currentDraft } = await import('./-parts/draft.ts')
    if (!currentDraft().done) throw redirect({ to: '/join', replace: true })
  },
  onLeave: () => void import('./-parts/draft.ts').then(({ clearDraft }) => clearDraft()),
  component: Completion,
})

const SECOND_MS = 1000

function Completion() {
  const { t } = useLingui()
  const { user } = useSession()
  const navigate = useNavigate()
  const [left, setLeft] = useState(COMPLETION_SECONDS)
  const [paused, setPaused] = useState(false)
  const name = user?.engNm
  const all = COMPLETION_SECONDS

  useEffect(() => {
    if (paused) return
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), SECOND_MS)
    return () => clearInterval(timer)
  }, [paused])
  useEffect(() => {
    if (left === 0) void navigate({ to: '/home', replace: true })
  }, [left, navigate])

  return (
    <main data-screen="/join/completion" className={screen.page}>
      <TopBar title={<Trans>Welcome aboard</Trans>} />
      <div className={styles.picture}>
        <Scene name="gwangan" />
      </div>
      <div className={screen.head}>
        <h2>{name ? <Trans>Your account is ready, {name}</Trans> : <Trans>Your account is ready</Trans>}</h2>
        <p className={screen.lead}>
          <Trans>Next, choose a pass. Once you have it, it works on this phone with no signal.</Trans>
        </p>
      </div>
      <div className={styles.ring}>
        <p>
          <span className="visually-hidden" role="status">
            {paused ? (
              <Trans>Paused. You will stay on this page.</Trans>
            ) : (
              <Plural
                value={all}
                one="The home screen opens in # second."
                other="The home screen opens in # seconds."
              />
            )}
          </span>
          <span aria-hidden>
            {paused ? (
              <Trans>Paused. You will stay on this page.</Trans>
            ) : (
              <Plural
                value={left}
                one="The home screen opens in # second."
                other="The home screen opens in # seconds."
              />
            )}
          </span>
        </p>
        <Button kind="quiet" size="small" icon={paused ? Play : Pause} onClick={() => setPaused(!paused)}>
          {paused ? t`Continue` : t`Pause`}
        </Button>
      </div>
      <div className={styles.ways}>
        <LinkButton to="/pass" full>
          <Trans>Choose a pass</Trans>
        </LinkButton>
        <LinkButton to="/home" kind="outline" full>
          <Trans>Go to the home screen</Trans>
        </LinkButton>
      </div>
    </main>
  )
}
