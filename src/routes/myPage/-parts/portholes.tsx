import { Trans } from '@lingui/react/macro'
import { hourOf } from '#art/hour.ts'
import { Scene } from '#art/scene.tsx'
import type { MyPass } from '#contract/calls/mypage.ts'
import { GROUPS, type Group } from '#contract/codes.ts'
import { useFormat } from '#i18n/format.ts'
import { cx } from '#ui/cx.ts'
import { useIsLanded } from './landing/landingArea.tsx'
import styles from './portholes.module.css'

type Admission = MyPass['admissions'][number]

/** Portholes of a Big5 stand in one row; of a 24H or 48H the newest come first and fill as many rows as they need. */
const ROW_MAX = 5
/** With more in a row the group is left out beside the date, which then fits; screen readers get it. */
const WITH_GROUP_MAX = 3

/**
 * Renders each visit as a porthole with the place at the time of day of the visit, and each entry left as an empty one.
 * `over`: the pass admits no more.
 */
export function Portholes({ pass, over }: { pass: MyPass; over: boolean }) {
  const { allowance, admissions } = pass
  if (!allowance && admissions.length === 0)
    return over ? null : (
      <p className={cx(styles.holes, styles.empty)}>
        <Trans>A picture appears here for each place you visit.</Trans>
      </p>
    )
  const total = allowance ? GROUPS.reduce((sum, group) => sum + allowance[group].total, 0) : admissions.length
  const isDense = total > WITH_GROUP_MAX
  return (
    <ul
      className={cx(styles.holes, isDense && styles.dense)}
      style={{ gridTemplateColumns: `repeat(${Math.min(total, ROW_MAX)}, minmax(0, 1fr))` }}
    >
      {allowance
        ? GROUPS.flatMap((group) => {
            const visits = admissions.filter((one) => one.group === group).toReversed()
            const free = Math.max(0, allowance[group].total - Math.max(allowance[group].used, visits.length))
            return [
              ...visits.map((one) => <Visit key={one.gdsUid} visit={one} isDense={isDense} />),
              ...Array.from({ length: free }, (_, index) => <Free key={`${group}${index}`} group={group} />),
            ]
          })
        : admissions.map((one) => <Visit key={one.gdsUid} visit={one} isDense={isDense} />)}
    </ul>
  )
}

function Visit({ visit, isDense }: { visit: Admission; isDense: boolean }) {
  const { zone } = useFormat()
  const { group, name, shortName = name } = visit
  const day = zone.korea.date(visit.at, 'short')
  return (
    <li className={styles.hole} data-stamped={visit.gdsUid} data-landed={useIsLanded(visit)}>
      <span className={styles.disc}>
        <Scene name={visit.scene} place={visit.gdsUid} hour={hourOf(visit.at)} crop="porthole" />
      </span>
      <strong title={name}>{shortName}</strong>
      <span className={styles.day}>
        {group !== null && <span className={cx(isDense && 'visually-hidden')}>{group} · </span>}
        {day}
      </span>
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
      <span className={styles.day}>
        <Trans>Not used</Trans>
      </span>
    </li>
  )
}
