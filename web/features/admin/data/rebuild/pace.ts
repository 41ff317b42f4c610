import type { RebuildProgress } from '@app/contracts/api/admin/projection-calls.ts'
import { partOf } from '../projection-words.ts'

/** How far a rebuild was when an answer came. */
export interface Sample {
  readonly atMs: number
  readonly events: number
  /** 0 to 1. */
  readonly part: number
}

const SAMPLES_MAX = 10

/** By events, where those of the rows in use were counted: between positions there may be gaps. */
export const partDone = (
  { events, events_in_use: whole, position }: RebuildProgress,
  head: string,
): number => (whole === null || whole === 0 ? partOf(position, head) : Math.min(1, events / whole))

/** Reading before a failure, or by a rebuild before this one, says nothing about its pace. */
export function withSample(samples: readonly Sample[], rebuild: RebuildProgress, head: string, atMs: number) {
  if (rebuild.state !== 'folding') return []
  const sample = { atMs, events: rebuild.events, part: partDone(rebuild, head) }
  return [...samples.filter(({ events }) => events <= sample.events), sample].slice(-SAMPLES_MAX)
}

interface Pace {
  readonly eventsPerSecond: number
  /** Null while it stands still. */
  readonly secondsLeft: number | null
}

export function paceOf(samples: readonly Sample[]): Pace | undefined {
  const [first] = samples
  const last = samples.at(-1)
  if (first === undefined || last === undefined || last.atMs <= first.atMs) return undefined
  const seconds = (last.atMs - first.atMs) / 1_000
  const partPerSecond = (last.part - first.part) / seconds
  return {
    eventsPerSecond: (last.events - first.events) / seconds,
    secondsLeft: partPerSecond > 0 ? (1 - last.part) / partPerSecond : null,
  }
}
