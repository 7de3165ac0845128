import { Trans, useLingui } from '@lingui/react/macro'
import { Copy, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { addressOfLink, drawLink, type GiftLink } from '#data/giftLinks.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useToast } from '#ui/useToast.ts'
import { CodePicture } from '../../../-shared/codePicture.tsx'
import styles from './gift.module.css'

/** Renders the link of a gift: to scan, to share and to copy. Null closes the dialog. */
export function LinkDialog({ link, onClose }: { link: GiftLink | null; onClose: () => void }) {
  return (
    <Dialog open={link !== null} onClose={onClose} title={<Trans>Gift link</Trans>}>
      {link && <Link link={link} />}
    </Dialog>
  )
}

function Link({ link: { key, expiresAt } }: { link: GiftLink }) {
  const { t } = useLingui()
  const toast = useToast()
  const { zone } = useFormat()
  const [code, setCode] = useState<{ path: string; size: number } | null>(null)
  const address = addressOfLink(key)
  const until = `${zone.home.date(expiresAt, 'short')} ${zone.home.time(expiresAt)}`

  useEffect(() => {
    let isUnmounted = false
    // Without the drawing, as when its file cannot be fetched, the link can still be shared and copied.
    drawLink(key).then(
      (drawn) => isUnmounted || setCode(drawn),
      () => undefined,
    )
    return () => {
      isUnmounted = true
    }
  }, [key])
  const attempt = async (share: () => Promise<void>, toastText?: string) => {
    try {
      await share()
      if (toastText !== undefined) toast({ text: toastText })
    } catch (error) {
      // AbortError: the member closed the share sheet.
      if ((error as DOMException).name !== 'AbortError') toast({ text: t`The link could not be shared. Try again.` })
    }
  }
  return (
    <div className={styles.link}>
      {code && <CodePicture code={code} label={t`QR code of the gift link`} />}
      <p data-link>{address}</p>
      <p>
        <Trans>Anyone with this link can accept the pass until {until}. Send it only to the person it is for.</Trans>
      </p>
      {'share' in navigator && (
        <Button
          full
          icon={Share2}
          onClick={() => void attempt(() => navigator.share({ title: t`A gift for you`, url: address }))}
        >
          <Trans>Share link</Trans>
        </Button>
      )}
      <Button
        full
        kind={'share' in navigator ? 'outline' : 'primary'}
        icon={Copy}
        onClick={() => void attempt(() => navigator.clipboard.writeText(address), t`Link copied`)}
      >
        <Trans>Copy link</Trans>
      </Button>
    </div>
  )
}
