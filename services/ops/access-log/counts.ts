import type { MapRule } from './map.ts'

/** Every line read is counted in one of the other figures. */
export interface Counts {
  read: number
  readonly fresh: Record<MapRule['event'], number>
  known: number
  /** Readable, but without a rule. */
  unmapped: number
  unreadable: number
  /** Another event is in its stream. */
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

export const freshOf = ({ fresh }: Counts): number => fresh.tap + fresh.click + fresh.download
