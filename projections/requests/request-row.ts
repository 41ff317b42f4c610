import type {
  AnswerTemplate,
  RequestChannel,
  RequestKind,
  RequestOutcome,
  RequestProof,
} from '@app/contracts/events/rights-events.ts'

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

export interface RequestRow {
  readonly id: string
  readonly kind: RequestKind
  readonly channel: RequestChannel
  readonly proof: RequestProof
  readonly about: string | null
  readonly profile_id: string | null
  readonly mailbox_id: string | null
  readonly position: string
  readonly received_at: number
  readonly due_at: number
  readonly status: 'open' | 'answered'
  readonly is_confirmed: boolean
  readonly is_prolonged: boolean
  readonly answered_at: number | null
  readonly outcome: RequestOutcome | null
  readonly template: AnswerTemplate | null
  /** Null where there are none. */
  readonly words: RequestWords | null
  readonly search_words: readonly number[]
}

/** A due day as a number, and back. */
export const dueAtOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
export const dueDayIn = (dueAt: number): string => new Date(dueAt).toISOString().slice(0, 10)

export const needsConfirmation = ({
  status,
  proof,
  is_confirmed: isConfirmed,
}: Pick<RequestRow, 'status' | 'proof' | 'is_confirmed'>): boolean =>
  status === 'open' && proof === 'none' && !isConfirmed
