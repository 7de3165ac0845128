import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { RESERVE_AHEAD_DAYS } from '#contract/limits.ts'
import { addDays, koreanDate } from '#contract/rules/koreanCalendar.ts'
import { lastDeparture, pressDay, type Slot } from '#contract/rules/goodsChoice.ts'
import { readStay, stayPriceSn } from '#contract/rules/priceSn.ts'
import { HOUR_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Calendar } from './lazyCalendar.tsx'

interface Props {
  open: boolean
  onClose: () => void
  /** The chosen nights, as a `priceSn`. */
  stay: string | undefined
  onStay: (stay: string | undefined) => void
}

/** Renders the dialog that chooses the nights for a list of hotels. Every day on sale can be chosen. */
export function StayDialog({ open, onClose, stay, onStay }: Props) {
  const { t } = useLingui()
  const today = koreanDate(useNow(HOUR_MS))
  const [range, setRange] = useState<{ arrival: string | null; departure: string | null }>(
    () => readStay(stay) ?? { arrival: null, departure: null },
  )
  const tiers = new Map<string, Slot['state']>(
    Array.from({ length: RESERVE_AHEAD_DAYS }, (_, index) => [addDays(today, index), 'step2']),
  )
  const { arrival, departure } = range
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={<Trans>When are you staying?</Trans>}
      actions={
        <>
          <Button
            kind="outline"
            onClick={() => {
              setRange({ arrival: null, departure: null })
              onStay(undefined)
            }}
          >
            <Trans>Any dates</Trans>
          </Button>
          <Button
            disabled={arrival === null || departure === null}
            onClick={() => arrival !== null && departure !== null && onStay(stayPriceSn({ arrival, departure }))}
          >
            <Trans>Show hotels</Trans>
          </Button>
        </>
      }
    >
      <Calendar
        label={t`Dates of your stay`}
        isRange
        isSingleMonth
        tiers={tiers}
        date={arrival}
        departure={departure}
        lastDate={arrival !== null && departure === null ? lastDeparture(arrival, tiers) : null}
        onPress={(date) => setRange(pressDay(range, date, tiers))}
      />
    </Dialog>
  )
}
