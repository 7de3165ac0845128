import { Trans } from '@lingui/react/macro'
import { hourOf } from '#art/hour.ts'
import { Scene } from '#art/scene.tsx'
import type { MyPass } from '#contract/calls/mypage.ts'
import { GROUPS, type Group } from '#contract/codes.ts'
import { useFormat } from '#i18n/format.ts'
import styles from './passCard.module.css'

type Admission = MyPass['admissions'][number]

/**
 * Renders each visit as a porthole with the place at the time of day of the visit, and each entry left as an empty one.
 * `over`: the pass admits no more.
 */
export function Portholes({ pass, over }: { pass: MyPass; over: boolean }) {
  const { allowance, admissions } = pass
  if (!allowance) {
    if (over && admissions.length === 0) return null
    return (
      <ul className={styles.holes}>
        {admissions.map((one) => (
          <Visit key={one.gdsUid} visit={one} />
        ))}
        {admissions.length === 0 && (
          <li className={styles.empty}>
            <Trans>A picture appears here for each place you visit.</Trans>
          </li>
        )}
      </ul>
    )
  }
  return (
    <ul className={styles.holes}>
      {GROUPS.flatMap((group) => {
        const visits = admissions.filter((one) => one.group === group).toReversed()
        const free = Math.max(0, allowance[group].total - Math.max(allowance[group].used, visits.length))
        return [
          ...visits.map((one) => <Visit key={one.gdsUid} visit={one} />),
          ...Array.from({ length: free }, (_, index) => <Free key={`${group}${index}`} group={group} />),
        ]
      })}
    </ul>
  )
}

function Visit({ visit }: { visit: Admission }) {
  const { zone } = useFormat()
  const day = zone.korea.date(visit.at, 'short')
  return (
    <li className={styles.hole}>
      <span className={styles.disc}>
        <Scene name={visit.scene} hour={hourOf(visit.at)} crop="porthole" />
      </span>
      <strong>{visit.name}</strong>
      <span>{visit.group ? `${visit.group} · ${day}` : day}</span>
    </li>
  )
}

function Free({ group }: { group: Group }) {
  return (
    <li className={styles.hole}>
      <span className={`${styles.disc} ${styles.free}`} aria-hidden>
        {group}
      </span>
      <strong>
        <Trans>Group {group}</Trans>
      </strong>
      <span>
        <Trans>Not used</Trans>
      </span>
    </li>
  )
}
