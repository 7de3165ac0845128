import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import frame from './detail.module.css'

/** Renders the placeholder of a detail screen while its record loads: picture, title and two sections. */
export function DetailLoading({ label }: { label: string }) {
  return (
    <div className={frame.loading}>
      <LoadingLine label={label} />
      <Skeleton height="18rem" />
      <Skeleton width="60%" height="2rem" />
      <Skeleton height="5rem" />
      <Skeleton height="8rem" />
    </div>
  )
}
