import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Search as Glass } from 'lucide-react'
import type { FormEvent } from 'react'
import { TextInput } from '#ui/textInput.tsx'

interface Props {
  /** Names the landmark, where a screen may have a search of its own. */
  name?: string
  placeholder: string
  className?: string | undefined
  /** Empties the field, because the screen that opens shows the words. */
  isEmptied?: boolean
  onSearch?: (() => void) | undefined
}

/**
 * Renders a search field that opens the search over the whole site. Works as a plain form until the application is mounted.
 */
export function SiteSearchForm({ name, placeholder, className, isEmptied = false, onSearch }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const value = new FormData(event.currentTarget).get('q')
    const q = typeof value === 'string' ? value.trim() : ''
    if (isEmptied) event.currentTarget.reset()
    onSearch?.()
    void navigate({ to: '/searchView', search: q ? { q } : {} })
  }
  return (
    <form role="search" action="/searchView" aria-label={name} className={className} onSubmit={submit}>
      <TextInput
        icon={Glass}
        type="search"
        name="q"
        enterKeyHint="search"
        maxLength={80}
        aria-label={t`Search everything`}
        placeholder={placeholder}
      />
    </form>
  )
}
