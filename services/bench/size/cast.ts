/** Who is in a log of a given size: ten times the events are of ten times the people, with as much traffic each. */
export interface Cast {
  readonly accounts: number
  /** Whose pages are opened, the most visited first. Many a card lies in a drawer. */
  readonly visited: number
  /** Registered before the year of traffic; the others come in the course of it, and nobody has opened their pages yet. */
  readonly settled: number
}

const EVENTS_AN_ACCOUNT = 100
const VISITED_PART = 0.6
const SETTLED_PART = 0.9

export function castOf(events: number): Cast {
  const accounts = Math.max(10, Math.round(events / EVENTS_AN_ACCOUNT))
  return {
    accounts,
    visited: Math.round(accounts * VISITED_PART),
    settled: Math.round(accounts * SETTLED_PART),
  }
}
