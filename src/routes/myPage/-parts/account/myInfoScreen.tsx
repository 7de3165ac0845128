import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { useCountries } from '#data/join.ts'
import { useMyInfo, type MyInfo } from '#data/myInfo.ts'
import { useFormat } from '#i18n/format.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmailText } from '#ui/email.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { Columns } from '../../../-shared/columns.tsx'
import { DataAge } from '../../../-shared/dataAge.tsx'
import { Photo } from '../../../-shared/photo/photo.tsx'
import screen from '../../../-shared/screen.module.css'
import styles from './account.module.css'
import { Fact } from '../fact.tsx'
import { InfoStates } from './infoStates.tsx'

/** Renders `/myPage/myInfo`: the member's details as the server has them (spec 2.64). */
export function MyInfoScreen() {
  const myInfo = useMyInfo()
  return (
    <main data-screen="/myPage/myInfo" className={styles.screen}>
      <TopBar title={<Trans>My details</Trans>} back="/myPage" />
      <InfoStates myInfo={myInfo} returnTo="/myPage/myInfo" />
      {myInfo.data && (
        <Columns scene="gwangan">
          <Details myInfo={myInfo.data} />
          <p className={styles.age}>
            <DataAge at={myInfo.at} />
          </p>
        </Columns>
      )}
    </main>
  )
}

function Details({ myInfo }: { myInfo: MyInfo }) {
  const { t } = useLingui()
  const { date } = useFormat()
  const countries = useCountries().data?.country
  const none = t`Not specified`
  const genders = {
    none: t({ id: 'code.gender.none', message: 'Prefer not to say' }),
    female: t({ id: 'code.gender.female', message: 'Female' }),
    male: t({ id: 'code.gender.male', message: 'Male' }),
  }
  return (
    <div className={styles.card}>
      <div className={styles.person}>
        <Photo id={myInfo.photo} name={myInfo.engNm} large />
        <div>
          <h2>
            {myInfo.engNm} {myInfo.engSurname}
          </h2>
          <p className={screen.second}>
            <EmailText>{myInfo.email}</EmailText>
          </p>
        </div>
      </div>
      <dl className={styles.facts}>
        <Fact label={<Trans>Surname</Trans>}>{myInfo.engSurname}</Fact>
        <Fact label={<Trans>Given name</Trans>}>{myInfo.engNm}</Fact>
        <Fact label={<Trans>Gender</Trans>}>{genders[myInfo.gender]}</Fact>
        <Fact label={<Trans>Year of birth</Trans>}>{myInfo.birthYear ?? none}</Fact>
        <Fact label={<Trans>Country or region</Trans>}>
          {myInfo.ntnCd === null ? none : (countries?.find(({ code }) => code === myInfo.ntnCd)?.name ?? myInfo.ntnCd)}
        </Fact>
        <Fact label={<Trans>Mobile number</Trans>}>{myInfo.mobile ?? none}</Fact>
        <Fact label={<Trans>News and offers</Trans>}>
          {myInfo.marketingYn === 'N' ? (
            <Trans>No</Trans>
          ) : myInfo.marketingAt == null ? (
            <Trans>Yes</Trans>
          ) : (
            <AgreedSince at={myInfo.marketingAt} />
          )}
        </Fact>
        <Fact label={<Trans>Member since</Trans>}>{date(myInfo.joinedAt, 'day')}</Fact>
      </dl>
      <div className={styles.ends}>
        <LinkButton to="/myPage/changingInfo" icon={Pencil} full>
          <Trans>Edit details</Trans>
        </LinkButton>
        <Link to="/myPage/secession" className={screen.link}>
          <Trans>Delete account</Trans>
        </Link>
      </div>
    </div>
  )
}

/** Renders since when the member has agreed to news and offers. */
function AgreedSince({ at }: { at: number }) {
  const { date } = useFormat()
  const day = date(at, 'day')
  return <Trans>Yes, since {day}</Trans>
}
