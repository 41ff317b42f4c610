import type { MapRule } from './map.ts'

/** What became of the lines of a file. Every line read is in one of the other figures. */
export interface Counts {
  read: number
  readonly fresh: Record<MapRule['event'], number>
  /** Written by an earlier run. */
  known: number
  /** Readable, but the map makes no event of them. */
  unmapped: number
  unreadable: number
  /** Somebody else's event stands where theirs should. */
  conflicts: number
}

export const noCounts = (): Counts => ({
  read: 0,
  fresh: { tap: 0, click: 0, download: 0 },
  known: 0,
  unmapped: 0,
  unreadable: 0,
  conflicts: 0,
})

/** Events that this run added to the log. */
export const freshOf = ({ fresh }: Counts): number => fresh.tap + fresh.click + fresh.download

/** Whether no line got lost between the figures. */
export const addUp = (counts: Counts): boolean =>
  counts.read === freshOf(counts) + counts.known + counts.unmapped + counts.unreadable + counts.conflicts
