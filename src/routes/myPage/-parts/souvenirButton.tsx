import { Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { MyPass } from '#contract/calls/mypage.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/useToast.ts'
import { BRAND } from '../../-shared/layout.ts'

/** Renders the button that saves a pass with its portholes as a picture. The code that draws it is loaded on use. */
export function SouvenirButton({ pass }: { pass: MyPass }) {
  const { t } = useLingui()
  const toast = useToast()
  const { zone } = useFormat()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const { makeSouvenir, shareOrSave } = await import('./souvenir/souvenir.ts')
      const dates = pass.admissions.map(({ at }) => zone.korea.date(at, 'day'))
      const days = [...new Set([dates.at(-1), dates[0]])].join(' – ')
      const dayOf = (at: number) => `${zone.korea.date(at, 'short')} ${zone.korea.time(at)}`
      const picture = await makeSouvenir(pass, { holder: pass.holder, days, brand: BRAND, dayOf })
      await shareOrSave(picture, `harbor-pass-${pass.passType.toLowerCase()}.png`)
    } catch (error) {
      // AbortError: the visitor closed the share sheet.
      if ((error as DOMException).name !== 'AbortError')
        toast({ text: t`The picture could not be created. Try again.` })
    }
    setBusy(false)
  }
  return (
    <Button kind="quiet" size="small" icon={Download} busy={busy} onClick={() => void save()}>
      <Trans>Save as a picture</Trans>
    </Button>
  )
}
