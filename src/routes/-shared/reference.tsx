import { Trans, useLingui } from '@lingui/react/macro'
import { useToast } from '#ui/useToast.ts'
import screen from './screen.module.css'

/**
 * Renders the id by which the server's log names a failed request, to quote to support, with a button that copies it.
 * Phrasing content, because error states show it in a paragraph.
 */
export function Reference({ id }: { id: string }) {
  const { t } = useLingui()
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id)
      toast({ text: t`Reference copied` })
    } catch {
      // The browser refuses; the text can be selected.
    }
  }
  return (
    <span data-reference={id}>
      <Trans>
        Reference: <span translate="no">{id}</span>
      </Trans>{' '}
      <button type="button" className={screen.link} aria-label={t`Copy the reference`} onClick={() => void copy()}>
        <Trans>Copy</Trans>
      </button>
    </span>
  )
}
