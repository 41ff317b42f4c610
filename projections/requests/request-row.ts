import type { RequestProof } from '@app/contracts/events/rights-events.ts'

/** As far as they were given, and can be read. */
export interface RequestWords {
  readonly name?: string
  readonly phone?: string
  readonly email?: string
  /** About when, and what else the person says. */
  readonly words?: string
  readonly prolongedBecause?: string
  readonly reason?: string
}

/** A due day as a number, midnight in UTC, so that a list has one kind of order; and back. */
export const dueAtOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
export const dueDayIn = (dueAt: number): string => new Date(dueAt).toISOString().slice(0, 10)

export const needsConfirmation = (request: {
  readonly status: 'open' | 'answered'
  readonly proof: RequestProof
  readonly is_confirmed: boolean
}): boolean => request.status === 'open' && request.proof === 'none' && !request.is_confirmed
