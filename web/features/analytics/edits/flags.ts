import type { EditMarker } from '@app/contracts/api/analytics-calls.ts'

/** Where the plot lies within the chart, in pixels: its first and last point, and its base line. */
export interface PlotFrame {
  readonly first: number
  readonly last: number
  readonly base: number
}

export interface Flag {
  readonly x: number
  /** In the order of their days; several where their flags would overlap. */
  readonly markers: readonly EditMarker[]
}

interface Periods {
  readonly period: string
}

/** The point whose day, week or month has the day; -1 before the first. */
export const pointIndexOf = (day: string, points: readonly Periods[]): number =>
  points.findLastIndex(({ period }) => period <= day)

/** @param gap the least distance of two flags */
export function flagsOf(
  markers: readonly EditMarker[],
  points: readonly Periods[],
  { frame, gap }: { readonly frame: PlotFrame; readonly gap: number },
): readonly Flag[] {
  const step = points.length > 1 ? (frame.last - frame.first) / (points.length - 1) : 0
  const flags: { x: number; markers: EditMarker[] }[] = []
  for (const marker of markers) {
    const index = pointIndexOf(marker.day, points)
    if (index < 0) continue
    const x = frame.first + index * step
    const before = flags.at(-1)
    if (before !== undefined && x - before.x < gap) before.markers.push(marker)
    else flags.push({ x, markers: [marker] })
  }
  return flags
}
