import { expect, test } from 'vitest'
import { CAPTION, HEIGHT, HORIZON, MARGIN, portholesOf, VISITS_MAX, WIDTH } from './souvenirLayout.ts'

const COUNTS = Array.from({ length: VISITS_MAX }, (_, index) => index + 1)

test.each(COUNTS)('%i portholes stand on the paper with their captions and do not touch', (count) => {
  const circles = portholesOf(count)
  expect(circles).toHaveLength(count)
  for (const { x, y, radius } of circles) {
    expect(radius).toBeGreaterThan(40)
    expect(x - radius).toBeGreaterThanOrEqual(MARGIN)
    expect(x + radius).toBeLessThanOrEqual(WIDTH - MARGIN)
    expect(y - radius).toBeGreaterThan(HORIZON)
    expect(y + radius + CAPTION).toBeLessThan(HEIGHT - MARGIN)
  }
  const touching = circles.filter((a, index) =>
    circles
      .slice(index + 1)
      .some((b) => Math.abs(a.y - b.y) < 2 * a.radius + CAPTION && Math.abs(a.x - b.x) < 2 * a.radius),
  )
  expect(touching).toEqual([])
})
