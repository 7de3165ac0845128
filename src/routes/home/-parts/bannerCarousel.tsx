import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import type { FocusEvent } from 'react'
import { Scene } from '#art/scene.tsx'
import type { Promotion } from '#data/promotions.ts'
import { IconButton } from '#ui/button.tsx'
import { Period, PromotionTags, useSceneOf } from '../../-shared/promotion/promotionState.tsx'
import { useSlides } from '../../-shared/useSlides.ts'
import styles from './banners.module.css'
import home from './home.module.css'
import { SectionHead } from './sectionHead.tsx'
import { useRotation } from './useRotation.ts'

const ID = 'banners'

/**
 * Renders slides that the browser scrolls and snaps. They advance by themselves until they are paused, touched or get
 * the focus; while a mouse is over them they wait. The control that pauses them comes first in the order of focus.
 */
export function BannerCarousel({ promotions }: { promotions: readonly Promotion[] }) {
  const { t } = useLingui()
  const { track, current, total, step, onScroll } = useSlides(promotions.length)
  const number = current + 1
  const rotation = useRotation(total, () => step(1))
  // The control that starts the rotation keeps the focus while it is pressed.
  const onFocus = ({ target }: FocusEvent) => {
    if (!target.closest('[data-rotation]')) rotation.stop()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it follows focus and mouse; its controls are buttons
    <section
      className={home.section}
      aria-roledescription={t`carousel`}
      aria-labelledby={ID}
      onFocus={onFocus}
      onMouseEnter={() => rotation.hold(true)}
      onMouseLeave={() => rotation.hold(false)}
    >
      <SectionHead id={ID} title={<Trans>Promotions</Trans>}>
        {total > 1 && (
          <div className={styles.controls}>
            <IconButton
              icon={rotation.isOn ? Pause : Play}
              label={rotation.isOn ? t`Pause the banners` : t`Change the banners automatically`}
              onClick={rotation.toggle}
              data-rotation
            />
            <IconButton icon={ChevronLeft} label={t`Previous banner`} onClick={() => step(-1)} />
            <span aria-live={rotation.isRunning ? 'off' : 'polite'}>
              <Trans>
                {number} of {total}
              </Trans>
            </span>
            <IconButton icon={ChevronRight} label={t`Next banner`} onClick={() => step(1)} />
          </div>
        )}
      </SectionHead>
      <ul ref={track} className={styles.track} onScroll={onScroll} onPointerDown={rotation.stop}>
        {promotions.map((promotion, index) => (
          <li key={promotion.id} inert={index !== current}>
            <Banner promotion={promotion} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Banner({ promotion }: { promotion: Promotion }) {
  const sceneOf = useSceneOf()
  return (
    <Link to="/promotion/$detail" params={{ detail: promotion.id }} className={styles.banner}>
      <span className={styles.text}>
        <PromotionTags promotion={promotion} />
        <b>{promotion.title}</b>
        <Period promotion={promotion} />
      </span>
      <Scene
        name={sceneOf(promotion)}
        place={promotion.gdsUid ?? undefined}
        crop={[60, 20, 280, 240]}
        className={styles.art}
      />
    </Link>
  )
}
