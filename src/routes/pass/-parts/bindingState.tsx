import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { SentenceSpace } from '#ui/sentenceSpace.tsx'
import { LoadingLine } from '#ui/skeleton.tsx'
import screen from '../../-shared/screen.module.css'
import type { useBoughtPasses } from './useBoughtPasses.ts'

/** Renders whether the passes of a paid order are on this phone, and what to do where they are not. */
export function BindingState({ bought }: { bought: ReturnType<typeof useBoughtPasses> }) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const { passes, status, onComputer, busy, failure, bind } = bought
  const total = passes.length
  const working = passes.filter(({ works }) => works).length
  const open = passes.filter(({ isOpen }) => isOpen).length
  if (total === 0)
    return (
      <>
        <LoadingLine label={t`Loading your passes`} active={status === 'loading'} />
        <p className={screen.lead}>
          <Trans>What you bought will be in My Pass.</Trans>
        </p>
      </>
    )
  if (busy) {
    const nth = working + 1
    return (
      <>
        <LoadingLine label={t`Setting up your passes`} />
        <p className={screen.lead}>
          {total === 1 ? (
            <Trans>Setting up your pass on this phone.</Trans>
          ) : (
            <Trans>
              Setting up your passes on this phone: {nth} of {total}.
            </Trans>
          )}
        </p>
      </>
    )
  }
  if (onComputer && open > 0)
    return (
      <p className={screen.lead} role="status">
        <Trans>
          Each pass works on one phone at a time. On the phone that you will show at the gate, sign in to Harbor Pass
          and open My Pass. There, choose “Show on this phone” to set up your passes.
        </Trans>
      </p>
    )
  if (open > 0)
    return (
      <Banner
        tone="amber"
        role={failure ? 'alert' : 'status'}
        isLong
        action={
          <Button kind="outline" size="small" onClick={bind}>
            {failure ? <Trans>Try again</Trans> : <Trans>Show on this phone</Trans>}
          </Button>
        }
      >
        <Plural
          value={open}
          one="Your order is paid, but # pass does not work on this phone yet."
          other="Your order is paid, but # passes do not work on this phone yet."
        />
        <SentenceSpace />
        {failure && errorText(failure)}
      </Banner>
    )
  return (
    <p className={screen.lead} role="status">
      {working === total ? (
        <Trans>Show the QR code at the gate. It works even with no signal.</Trans>
      ) : (
        <Trans>What you bought will be in My Pass.</Trans>
      )}
    </p>
  )
}
