import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { UserInfo } from '#contract/calls/account.ts'
import { name } from '#contract/forms/signUp.ts'
import { passportName } from '#contract/rules/passportName.ts'
import { correctName } from '#data/correctName.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useToast } from '#ui/useToast.ts'
import { FailureBanner } from '../../-shared/failureBanner.tsx'
import { PassportNameFields } from '../../-shared/passportNameFields.tsx'
import screen from '../../-shared/screen.module.css'
import styles from './myPage.module.css'

type Names = Pick<UserInfo, 'engSurname' | 'engNm'>
const resolver = standardSchemaResolver<Names, unknown, Names>(z.object({ engSurname: name, engNm: name }))

/** Renders a button to correct the name, with a request to do so where no passport could print the name. */
export function CorrectName({ user }: { user: UserInfo }) {
  const [open, setOpen] = useState(false)
  const isPrinted = passportName(user.engSurname) !== null && passportName(user.engNm) !== null
  const close = () => setOpen(false)
  const button = (
    <button type="button" className={screen.link} aria-haspopup="dialog" onClick={() => setOpen(true)}>
      <Trans>Correct the name</Trans>
    </button>
  )
  return (
    <>
      {isPrinted ? (
        button
      ) : (
        <Banner tone="amber" role="status" action={button}>
          <Trans>
            Your name is not in Latin letters. Enter it as printed in your passport: exchange desks check it.
          </Trans>
        </Banner>
      )}
      <Dialog open={open} onClose={close} title={<Trans>Correct the name</Trans>}>
        <Form user={user} onDone={close} />
      </Dialog>
    </>
  )
}

function Form({ user: { engSurname, engNm }, onDone }: { user: UserInfo; onDone: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const { register, handleSubmit, formState } = useForm<Names>({ defaultValues: { engSurname, engNm }, resolver })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (names) => {
    setFailure(null)
    const outcome = await correctName(names)
    if (!outcome.ok) {
      setFailure(outcome)
      return
    }
    onDone()
    toast({ text: t`Your name has been changed. Any unused passes show the new name too.` })
  })
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.correct} noValidate>
      <p>
        <Trans>
          Enter your name in Latin letters, as on the photo page of your passport. Exchange desks check it against your
          passport or photo ID.
        </Trans>
      </p>
      <FailureBanner failure={failure} />
      <PassportNameFields idPrefix="correct" register={register} errors={errors} />
      <Button type="submit" full busy={isSubmitting}>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}
