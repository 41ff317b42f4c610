import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { HistoryEntry } from '@app/contracts/api/history-calls.ts'

export interface HistoryDay {
  /** `2026-11-20`, in Santiago */
  readonly day: string
  readonly entries: readonly HistoryEntry[]
}

/** In the order of the entries, which are the newest first. */
export function byDay(entries: readonly HistoryEntry[]): readonly HistoryDay[] {
  const days = new Map<string, HistoryEntry[]>()
  for (const entry of entries) {
    const day = dayInSantiago(Date.parse(entry.at))
    const known = days.get(day)
    if (known) known.push(entry)
    else days.set(day, [entry])
  }
  return [...days].map(([day, ofDay]) => ({ day, entries: ofDay }))
}
