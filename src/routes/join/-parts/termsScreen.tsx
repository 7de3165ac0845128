import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { TermsCode } from '#contract/terms.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { useFieldErrorText } from '../../-shared/formErrors.ts'
import screen from '../../-shared/screen.module.css'
import { TermsDialog } from '../../-shared/termsDialog.tsx'
import { currentDraft, patchDraft } from './joinDraft.ts'
import { JoinFrame } from './frame.tsx'
import styles from './join.module.css'

const REQUIRED = ['terms', 'privacy'] as const
const ALL = [...REQUIRED, 'marketing'] as const
type Consent = (typeof ALL)[number]

const TEXTS: Record<Consent, TermsCode> = {
  terms: 'service',
  privacy: 'privacy',
  marketing: 'marketing',
}

/** Renders the consents that sign-up needs. */
export function TermsScreen() {
  const { t } = useLingui()
  const reason = useFieldErrorText()
  const navigate = useNavigate()
  const [reading, setReading] = useState<Consent | null>(null)
  const [refused, setRefused] = useState<readonly Consent[]>([])
  const agreed = currentDraft().agreed
  const { register, handleSubmit, control, setValue, formState } = useForm<Record<Consent, boolean>>({
    defaultValues: { terms: agreed !== null, privacy: agreed !== null, marketing: agreed?.marketing ?? false },
  })
  const [terms, privacy, marketing] = useWatch({ control, name: ALL })
  const values: Record<Consent, boolean> = { terms, privacy, marketing }
  const labels: Record<Consent, string> = {
    terms: t`I agree to the terms of service`,
    privacy: t`I agree to the privacy policy`,
    marketing: t`Send me news and offers (optional)`,
  }
  const titles: Record<Consent, string> = {
    terms: t`Terms of service`,
    privacy: t`Privacy policy`,
    marketing: t`News and offers`,
  }

  const submit = handleSubmit((form) => {
    const missing = REQUIRED.filter((name) => !form[name])
    setRefused(missing)
    if (missing.length > 0) return
    patchDraft({ agreed: { marketing: form.marketing } })
    void navigate({ to: '/join/auth' })
  })
  const errors = refused.filter((name) => !values[name])
  return (
    <JoinFrame
      step="terms"
      title={<Trans>First, the terms</Trans>}
      text={
        <Trans>You need to agree to the terms of service and the privacy policy. News and offers are optional.</Trans>
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <ErrorSummary
          key={formState.submitCount}
          errors={errors.map((name) => ({ id: `join-${name}`, message: reason(name, name) }))}
        />
        <div className={styles.all}>
          <Checkbox
            label={t`Agree to all`}
            checked={ALL.every((name) => values[name])}
            onChange={(event) => {
              for (const name of ALL) setValue(name, event.target.checked)
            }}
          />
        </div>
        <div className={screen.rows}>
          {ALL.map((name) => {
            const title = titles[name]
            return (
              <div key={name} className={styles.agree}>
                <Checkbox
                  {...register(name)}
                  id={`join-${name}`}
                  label={labels[name]}
                  aria-required={name !== 'marketing'}
                  error={errors.includes(name) && reason(name, name)}
                />
                <button
                  type="button"
                  className={screen.link}
                  aria-label={t`Read: ${title}`}
                  onClick={() => setReading(name)}
                >
                  <Trans>Read</Trans>
                </button>
              </div>
            )
          })}
        </div>
        <ActionBar>
          <Button type="submit" full>
            <Trans>Next</Trans>
          </Button>
        </ActionBar>
      </form>
      <TermsDialog
        code={reading && TEXTS[reading]}
        title={reading ? titles[reading] : ''}
        onClose={() => setReading(null)}
      />
    </JoinFrame>
  )
}
