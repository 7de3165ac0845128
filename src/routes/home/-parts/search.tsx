import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Search as Glass } from 'lucide-react'
import type { FormEvent } from 'react'
import { TextInput } from '#ui/textInput.tsx'
import styles from './home.module.css'

/**
 * Renders a search field that opens the search over the whole site. Works as a plain form until the application is mounted.
 */
export function Search() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const value = new FormData(event.currentTarget).get('q')
    const q = typeof value === 'string' ? value.trim() : ''
    void navigate({ to: '/searchView', search: q ? { q } : {} })
  }
  return (
    <form role="search" action="/searchView" className={styles.search} onSubmit={submit}>
      <TextInput
        icon={Glass}
        type="search"
        name="q"
        enterKeyHint="search"
        maxLength={80}
        aria-label={t`Search everything`}
        placeholder={t`Where to in Busan?`}
      />
    </form>
  )
}
