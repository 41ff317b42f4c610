import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'

const TICKS = 4

export function valueAxis(best: number): { readonly max: number; readonly interval: number } {
  const interval = roundInterval(Math.max(best, 1) / TICKS)
  return { max: Math.max(Math.ceil(best / interval), 1) * interval, interval }
}

function roundInterval(least: number): number {
  if (least <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  const steps = power === 1 ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10]
  const step = steps.find((candidate) => candidate * power >= least) ?? 10
  return step * power
}

const STEPS: Record<TimeUnit, readonly number[]> = {
  day: [1, 2, 7, 14],
  week: [1, 2, 4],
  month: [1, 2, 3, 6, 12, 24, 60],
}

/** Number of points between two date labels. */
export const labelStep = (points: number, unit: TimeUnit, labelsMax: number): number =>
  STEPS[unit].find((step) => Math.ceil(points / step) <= labelsMax) ?? Math.ceil(points / labelsMax)
