import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { UseFormRegister } from 'react-hook-form'
import { Details } from '#ui/details.tsx'
import { BirthYearField, CountryField, GenderField, MobileField } from '../../-shared/person/personFields.tsx'
import screen from '../../-shared/screen.module.css'
import type { Draft } from './joinDraft.ts'
import styles from './join.module.css'

interface Props {
  register: UseFormRegister<Draft['details']>
  mobileError: ReactNode
  /** Something was entered here before a reload. */
  filled: boolean
}

/** Renders the optional fields: gender, year of birth, country, phone number. */
export function OptionalDetails({ register, mobileError, filled }: Props) {
  // Closed, the block is shorter than the required one; what is in it already, or wrong, must be visible.
  const [hasValues] = useState(filled)
  return (
    <Details
      open={hasValues || Boolean(mobileError)}
      summary={
        <>
          <Trans>Optional details</Trans>
          <br />
          <span className={screen.second}>
            <Trans>You can leave these blank.</Trans>
          </span>
        </>
      }
    >
      <div className={styles.more}>
        <div className={screen.half}>
          <GenderField id="join-gender" registration={register('gender')} />
          <BirthYearField id="join-birthYear" registration={register('birthYear')} />
        </div>
        <CountryField id="join-ntnCd" registration={register('ntnCd')} optional />
        <MobileField id="join-mobile" registration={register('mobile')} optional error={mobileError} />
      </div>
    </Details>
  )
}
