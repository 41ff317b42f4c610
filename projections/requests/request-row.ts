import { dayInSantiago } from '@app/contracts/calendar.ts'
import type {
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
  readonly answer?: string
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
  readonly is_denied: boolean
  readonly confirmed_by: 'owner' | 'admin' | null
  readonly is_prolonged: boolean
  readonly answered_at: number | null
  /** Somebody had to confirm it, or an administrator answered. */
  readonly is_by_people: boolean
  readonly outcome: RequestOutcome | null
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
  confirmed_by,
}: Pick<RequestRow, 'status' | 'proof' | 'confirmed_by'>): boolean =>
  status === 'open' && proof === 'none' && confirmed_by === null

const CONFIRM = ['confirm', '-'] as const
export const countedAs = (row: RequestRow): string =>
  [row.status, row.kind, CONFIRM[needsConfirmation(row) ? 0 : 1]].join(' ')

/** The counts that make up a list with these filters. */
export const countsFor = (
  kinds: readonly RequestKind[],
  {
    status,
    kind,
  }: { readonly status?: RequestRow['status'] | undefined; readonly kind?: RequestKind | undefined },
): readonly string[] =>
  (status === undefined ? (['open', 'answered'] as const) : [status]).flatMap((state) =>
    (kind === undefined ? kinds : [kind]).flatMap((of) =>
      CONFIRM.map((confirm) => [state, of, confirm].join(' ')),
    ),
  )

const DIGITS = 2
/** With two digits kept, a month has some hundred different times, and a median is right within 5 %. */
const rounded = (seconds: number): number => Number(seconds.toPrecision(DIGITS))

const PEOPLE = 'people'
const AT_ONCE = 'at-once'

/** @returns undefined while it is open */
export function answeredIn(row: RequestRow): string | undefined {
  if (row.answered_at === null) return undefined
  const month = dayInSantiago(row.answered_at).slice(0, 7)
  const seconds = Math.max(0, Math.round((row.answered_at - row.received_at) / 1_000))
  return [month, row.is_by_people ? PEOPLE : AT_ONCE, rounded(seconds)].join(' ')
}

export interface AnswerTime {
  readonly isByPeople: boolean
  readonly seconds: number
  readonly answers: number
}

export function answerTimeIn(state: string, answers: number): AnswerTime {
  const [, by, seconds] = state.split(' ')
  return { isByPeople: by === PEOPLE, seconds: Number(seconds), answers }
}

/** @returns null without an answer */
export function medianSecondsOf(times: readonly AnswerTime[]): number | null {
  const half = times.reduce((sum, { answers }) => sum + answers, 0) / 2
  let seen = 0
  for (const { seconds, answers } of times.toSorted((a, b) => a.seconds - b.seconds)) {
    seen += answers
    if (seen >= half) return seconds
  }
  return null
}
