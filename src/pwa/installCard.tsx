import { Trans } from '@lingui/react/macro'
import { Download, Share } from 'lucide-react'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { useInstall } from './install.ts'

/** Offers to install the app, where the browser can; renders nothing elsewhere. */
export function InstallCard() {
  const { way: how, ask } = useInstall()
  if (how === 'ask')
    return (
      <Banner
        tone="harbour"
        icon={Download}
        action={
          <Button kind="quiet" size="small" onClick={() => void ask()}>
            <Trans>Install</Trans>
          </Button>
        }
      >
        <Trans>Install Harbor Pass on this device to open it like an app, even without a connection.</Trans>
      </Banner>
    )
  // The app on the home screen has a storage of its own, so its passes are set up anew.
  if (how === 'share')
    return (
      <Banner tone="harbour" icon={Share}>
        <Trans>
          Tap Share, then “Add to Home Screen”. While online, open Harbor Pass from there, sign in and set up your
          passes in My Pass. Passes set up in this browser may be deleted from this device after 7 days without a visit.
        </Trans>
      </Banner>
    )
  return null
}
