import { useLingui } from '@lingui/react/macro'
import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '#ui/button.tsx'
import { TextInput } from '#ui/textInput.tsx'

interface Props {
  label: string
  placeholder: string
  /** The word in the address. */
  word: string
  onWord: (word: string) => void
}

/** Renders a search field that filters a list on the phone at each letter. Leaving the field keeps the word. */
export function SearchField({ label, placeholder, word, onWord }: Props) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
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
