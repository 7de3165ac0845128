import { Trans } from '@lingui/react/macro'
import { CloudOff } from 'lucide-react'
import { isNameFixedBy } from '#contract/rules/passState.ts'
import { useMyInfo } from '#data/myInfo.ts'
import { useMyPasses } from '#data/myPass.ts'
import { useOnline } from '#data/online.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { Columns } from '../../../-shared/columns.tsx'
import styles from './account.module.css'
import { DataCopySection } from './dataCopySection.tsx'
import { InfoForm } from './infoForm.tsx'
import { InfoStates } from './infoStates.tsx'
import { PasskeysSection } from '../passkeys/passkeysSection.tsx'
import { PasswordSection } from './passwordForm.tsx'
import { PhotoPicker } from './photoPicker.tsx'

/** Renders `/myPage/changingInfo`: photo, details and password of the member (spec 2.64). */
export function ChangingInfoScreen() {
  const myInfo = useMyInfo()
  const isOnline = useOnline()
  const { list } = useMyPasses()
  const isNameFixed = list.some(isNameFixedBy)
  const { data } = myInfo
  return (
    <main data-screen="/myPage/changingInfo" className={styles.screen}>
      <TopBar title={<Trans>Edit details</Trans>} back="/myPage/myInfo" />
      {!isOnline && (
        <Banner tone="amber" icon={CloudOff} role="status">
          <Trans>You are offline. You need a connection to save changes.</Trans>
        </Banner>
      )}
      <InfoStates myInfo={myInfo} returnTo="/myPage/changingInfo" />
      {data && (
        <Columns
          aside={
            <div className={styles.stack}>
              <PhotoPicker myInfo={data} isOnline={isOnline} />
              <PasswordSection myInfo={data} isOnline={isOnline} />
              <PasskeysSection email={data.email} />
              <DataCopySection email={data.email} isOnline={isOnline} />
              <section className={styles.section} aria-labelledby="info-end">
                <h2 id="info-end">
                  <Trans>Delete account</Trans>
                </h2>
                <LinkButton to="/myPage/secession" kind="quiet">
                  <Trans>See what deleting your account means</Trans>
                </LinkButton>
              </section>
            </div>
          }
        >
          <InfoForm key={data.memberId} myInfo={data} isNameFixed={isNameFixed} isOnline={isOnline} />
        </Columns>
      )}
    </main>
  )
}
