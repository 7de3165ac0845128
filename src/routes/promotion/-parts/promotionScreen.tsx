import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarPlus, Share } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { promotionDaysLeft } from '#contract/rules/promotion.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useOnline } from '#data/online.ts'
import { usePromotion, type PromotionDetail } from '#data/promotions.ts'
import { AnchorButton, Button, IconButton, LinkButton } from '#ui/button.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { Columns } from '../../-shared/columns.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import { LoadError } from '../../-shared/loadError.tsx'
import screen from '../../-shared/screen.module.css'
import { useTitle } from '../../-shared/title.ts'
import { useShare } from '../../-shared/useShare.ts'
import { NotFoundScreen } from '../../-shell/lazyScreens.tsx'
import { Period, PromotionTags, useSceneOf } from '../../-shared/promotion/promotionState.tsx'
import styles from './promotion.module.css'

/** Number of attractions nearby that are shown. */
const NEARBY_MAX = 3

/** Renders `/promotion/{detail}`: period, text, place with what is nearby, and the calendar file. */
export function PromotionScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const share = useShare()
  const { status, data, at, failure, reload } = usePromotion(id)
  useTitle(data?.title ?? t`Promotions`)
  if (!data && failure?.code === 'E_NOT_FOUND') return <NotFoundScreen />
  return (
    <main data-screen="/promotion/{detail}" className={screen.reading}>
      <TopBar
        title={data?.title ?? <Trans>Promotions</Trans>}
        back="/promotion"
        actions={data && <IconButton icon={Share} label={t`Share`} onClick={() => void share(data.title)} />}
      />
      {data ? (
        <Columns aside={<Aside promotion={data} />}>
          <Picture promotion={data} />
          <p className={styles.head}>
            <PromotionTags promotion={data} />
            <Period promotion={data} />
          </p>
          <p className={styles.text}>{data.body}</p>
          <p className={screen.second}>
            <Trans>Dates are in Korean time. The first and last day are included.</Trans> <DataAge at={at} />
          </p>
        </Columns>
      ) : status === 'failed' ? (
        <LoadError
          scene="market"
          title={<Trans>Could not load this promotion</Trans>}
          failure={failure}
          onRetry={() => void reload()}
        />
      ) : (
        <>
          <LoadingLine label={t`Loading the promotion`} />
          <Skeleton height="12rem" radius="var(--radius-card)" />
          <Skeleton width="60%" height="1.5rem" />
          <Skeleton height="6rem" />
        </>
      )}
    </main>
  )
}

function Picture({ promotion }: { promotion: PromotionDetail }) {
  const sceneOf = useSceneOf()
  return (
    <Scene
      name={sceneOf(promotion)}
      place={promotion.gdsUid ?? undefined}
      crop={[0, 40, 400, 200]}
      className={styles.picture}
    />
  )
}

/** Renders the calendar file, the place and what is near it, and the ways on. */
function Aside({ promotion }: { promotion: PromotionDetail }) {
  const { attachment, place } = promotion
  const online = useOnline()
  const hasEnded = promotionDaysLeft(promotion, useNow(MINUTE_MS)) === 0
  const places = useCatalogue().data?.attractions ?? []
  const attraction = places.find(({ gdsUid }) => gdsUid === place?.gdsUid)
  return (
    <>
      {attachment && !hasEnded && (
        <section className={styles.part}>
          {online ? (
            <AnchorButton href={attachment.url} download={attachment.name} kind="quiet" icon={CalendarPlus} full>
              <Trans>Add to calendar</Trans>
            </AnchorButton>
          ) : (
            <>
              <Button disabled icon={CalendarPlus} full>
                <Trans>Add to calendar</Trans>
              </Button>
              <p className={screen.second}>
                <Trans>You need a connection to add this to your calendar.</Trans>
              </p>
            </>
          )}
        </section>
      )}
      {attraction && <Place attraction={attraction} />}
      <LinkButton to="/promotion" kind="outline" full>
        <Trans>All promotions</Trans>
      </LinkButton>
    </>
  )
}

function Place({ attraction }: { attraction: AttractionDetail }) {
  return (
    <section className={styles.part}>
      <h2>
        <Trans>Place</Trans>
      </h2>
      <PlaceRow gdsUid={attraction.gdsUid} name={attraction.name} scene={attraction.scene} />
      {attraction.nearby.length > 0 && (
        <>
          <h3>
            <Trans>Nearby</Trans>
          </h3>
          <ul>
            {attraction.nearby.slice(0, NEARBY_MAX).map((each) => (
              <li key={each.gdsUid}>
                <PlaceRow gdsUid={each.gdsUid} name={each.name} scene={each.scene} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function PlaceRow({ gdsUid, name, scene }: Pick<AttractionDetail, 'gdsUid' | 'name' | 'scene'>) {
  return (
    <Link to="/attractions/$detail" params={{ detail: gdsUid }} className={styles.place}>
      <Scene name={scene} place={gdsUid} crop="porthole" className={styles.porthole} />
      <b>{name}</b>
    </Link>
  )
}
