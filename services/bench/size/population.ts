export interface Population {
  readonly accounts: number
  /** Profiles with traffic, the most visited first. */
  readonly visited: number
  /** Registered before the year of traffic; the others during it, without traffic. */
  readonly settled: number
}

const EVENTS_AN_ACCOUNT = 100
const VISITED_PART = 0.6
const SETTLED_PART = 0.9

export function populationOf(events: number): Population {
  const accounts = Math.max(10, Math.round(events / EVENTS_AN_ACCOUNT))
  return {
    accounts,
    visited: Math.round(accounts * VISITED_PART),
    settled: Math.round(accounts * SETTLED_PART),
  }
}
