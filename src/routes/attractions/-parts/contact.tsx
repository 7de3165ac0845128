import { Trans } from '@lingui/react/macro'
import { CalendarCheck, Globe, Phone, Search } from 'lucide-react'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { Icon } from '#ui/icon.tsx'
import frame from '../../-shared/detail/detail.module.css'
import styles from './detail.module.css'

/**
 * Renders what to know before a visit: how to reserve, whom the place admits, and its contact details (spec 3.14). For a
 * place that must be reserved and has none of them, a search by its Korean name.
 */
export function Contact({ place }: { place: AttractionDetail }) {
  const { reservationRequired, reservation, ageNotes, website, phone, name, nameKo = name } = place
  const hasContact = Boolean(website || phone || reservation?.url || reservation?.phone)
  const isSearched = reservationRequired && !reservation && !hasContact
  return (
    <>
      {(reservationRequired || ageNotes.length > 0) && (
        <section className={frame.section}>
          <h2>
            <Trans>Good to know</Trans>
          </h2>
          <ul className={styles.notes}>
            {reservationRequired && (
              <li>
                {reservation ? (
                  reservation.text
                ) : hasContact ? (
                  <Trans>Reserve with the attraction before you go. Its contact details are below.</Trans>
                ) : (
                  <Trans>
                    Reserve with the attraction before you go, online or by phone. We do not have its contact details
                    yet: search for {nameKo} to find them.
                  </Trans>
                )}
              </li>
            )}
            {ageNotes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
      {(hasContact || isSearched) && (
        <ul className={styles.contact}>
          {reservation?.url && (
            <li>
              <a href={reservation.url} target="_blank" rel="noreferrer">
                <Icon of={CalendarCheck} size={20} />
                <Trans>Reserve online</Trans>
              </a>
            </li>
          )}
          {website && (
            <li>
              <a href={website} target="_blank" rel="noreferrer">
                <Icon of={Globe} size={20} />
                <Trans>Website</Trans>
              </a>
            </li>
          )}
          {[...new Set([reservation?.phone, phone])].map(
            (number) =>
              number && (
                <li key={number}>
                  <a href={`tel:${number}`}>
                    <Icon of={Phone} size={20} />
                    {number}
                  </a>
                </li>
              ),
          )}
          {isSearched && (
            <li>
              <a href={`https://map.naver.com/p/search/${encodeURIComponent(nameKo)}`} target="_blank" rel="noreferrer">
                <Icon of={Search} size={20} />
                <Trans>Search on Naver Map</Trans>
              </a>
            </li>
          )}
        </ul>
      )}
    </>
  )
}
