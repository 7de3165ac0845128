import { Trans, useLingui } from '@lingui/react/macro'
import { Scene } from '#art/scene.tsx'
import { useCatalogue } from '#data/catalogue.ts'
import { Blanks } from './blanks.tsx'
import { SectionHead } from './section-head.tsx'
import styles from './home.module.css'

/** Routes over the attractions. They have no screen of their own yet, so they lead nowhere. */
export function Courses() {
  const { t } = useLingui()
  const { data, status } = useCatalogue()
  if (status === 'failed') return null
  return (
    <section className={styles.section}>
      <SectionHead title={<Trans>Courses</Trans>} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the row scrolls and has nothing to focus in it */}
      <ul className={styles.cards} tabIndex={0} aria-label={t`Courses`}>
        {data ? (
          data.courses.map((course) => (
            <li key={course.id} className={styles.card}>
              <Scene name={course.scene} crop={[0, 24, 400, 252]} className={styles.picture} />
              <b>{course.name}</b>
              <span>
                {course.lengthText} · {course.companionText}
              </span>
            </li>
          ))
        ) : (
          <Blanks />
        )}
      </ul>
    </section>
  )
}
