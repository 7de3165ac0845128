import { useLingui } from '@lingui/react/macro'
import { Select } from '#ui/textArea.tsx'

interface Props<Code extends string> {
  /** Names of the districts that some row has, by their code. */
  districts: ReadonlyMap<Code, string | null>
  value: Code | undefined
  onChange: (district: string | undefined) => void
}

/** Renders the filter of a list by district. */
export function DistrictSelect<Code extends string>({ districts, value, onChange }: Props<Code>) {
  const { t } = useLingui()
  return (
    <Select aria-label={t`District`} value={value ?? ''} onChange={({ target }) => onChange(target.value || undefined)}>
      <option value="">{t`All districts`}</option>
      {[...districts].map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}
