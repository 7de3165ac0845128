import { useLingui } from '@lingui/react/macro'
import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '#ui/button.tsx'
import { TextInput } from '#ui/textInput.tsx'

interface Props {
  label: string
  placeholder: string
  /** The word in the address. */
  word: string
  onWord: (word: string) => void
}

/**
 * Renders a search field that filters a list on the phone at each letter. Leaving the field keeps the word; a word that
 * changes by a link, or by going back, is shown.
 */
export function SearchField({ label, placeholder, word, onWord }: Props) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  // A link or going back changes the word too. While somebody types, the address may be a letter behind.
  useEffect(() => {
    const field = input.current
    if (field && document.activeElement !== field && field.value.trim() !== word.trim()) field.value = word
  }, [word])
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        input.current?.blur()
      }}
    >
      <TextInput
        ref={input}
        icon={Search}
        type="search"
        name="q"
        enterKeyHint="search"
        maxLength={80}
        defaultValue={word}
        aria-label={label}
        placeholder={placeholder}
        onChange={({ target }) => onWord(target.value.trimStart())}
        trailing={
          word ? (
            <IconButton
              icon={X}
              label={t`Clear the search`}
              onClick={() => {
                if (input.current) input.current.value = ''
                input.current?.focus()
                onWord('')
              }}
            />
          ) : undefined
        }
      />
    </form>
  )
}
