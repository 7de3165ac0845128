import { Trans, useLingui } from '@lingui/react/macro'
import { LogOut, Monitor, Moon, Sun, UserRoundPen } from 'lucide-react'
import { useState } from 'react'
import { BCP47, LOCALE_NAMES, LOCALES } from '#contract/locales.ts'
import { useSession } from '#data/session.ts'
import { useLocale } from '#i18n/useLocale.ts'
import { InstallCard } from '#pwa/installCard.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Choice } from '#ui/choice.tsx'
import { setTheme, storedTheme, type Theme } from '#ui/theme.ts'
import { TopBar } from '#ui/topBar.tsx'
import { useIsComputer } from '#ui/useMedia.ts'
import { useSetLocale } from '../../-shared/language.tsx'
import { PhoneLinkButton } from '../../-shared/phoneLink/phoneLinkButton.tsx'
import { AboutSection } from './aboutSection.tsx'
import { CurrencySection } from './currencySection.tsx'
import { DevicesSection } from './devicesSection.tsx'
import { Pushes } from './pushes.tsx'
import styles from './setting.module.css'
import { SignOutDialog } from './signOutDialog.tsx'
import { OfflineSection } from './offlineSection.tsx'
import { Outbox } from './outbox.tsx'
import { StorageSection } from './storageSection.tsx'

/**
 * Renders `/setting`: language, theme, what works offline, this device's storage, installing, the devices that are
 * signed in, signing out, version (spec 2.63).
 */
export function SettingScreen() {
  const { t } = useLingui()
  const locale = useLocale()
  const chooseLocale = useSetLocale()
  const [theme, setShownTheme] = useState<Theme>(storedTheme)
  const [leaving, setLeaving] = useState(false)
  const { state, user } = useSession()
  const isComputer = useIsComputer()
  const chooseTheme = (next: Theme): void => {
    setTheme(next)
    setShownTheme(next)
  }
  return (
    <main data-screen="/setting">
      <TopBar title={<Trans>Settings</Trans>} back="/myPage" />
      <div className={styles.parts}>
        <InstallCard />
        <Choice
          label={t`Language`}
          value={locale}
          onChange={chooseLocale}
          options={LOCALES.map((each) => ({
            value: each,
            label: <span lang={BCP47[each]}>{LOCALE_NAMES[each]}</span>,
          }))}
        />
        <Choice
          label={t`Appearance`}
          value={theme}
          onChange={chooseTheme}
          options={[
            { value: 'system', label: t`Same as this device`, icon: Monitor },
            { value: 'light', label: t`Light`, icon: Sun },
            { value: 'dark', label: t`Dark`, icon: Moon },
          ]}
        />
        <CurrencySection />
        {state === 'member' && user && <Pushes />}
        <OfflineSection />
        <StorageSection />
        <Outbox />
        {state === 'member' && user && <DevicesSection />}
        <section className={styles.part}>
          <h2>
            <Trans>Account</Trans>
          </h2>
          {isComputer && state === 'member' && <PhoneLinkButton />}
          {state === 'member' && (
            <LinkButton to="/myPage/changingInfo" kind="outline" icon={UserRoundPen}>
              <Trans>Edit details, password and consents</Trans>
            </LinkButton>
          )}
          {state === 'anonymous' ? (
            <LinkButton to="/login" kind="outline">
              <Trans>Sign in</Trans>
            </LinkButton>
          ) : (
            <Button kind="danger" icon={LogOut} onClick={() => setLeaving(true)}>
              <Trans>Sign out</Trans>
            </Button>
          )}
        </section>
        <AboutSection />
      </div>
      <SignOutDialog open={leaving} onClose={() => setLeaving(false)} />
    </main>
  )
}
