import type { EraseAccountDeps } from '@app/processes/erasures/erase-account.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'

const ERASABLE_KINDS = ['account', 'visitor', 'quotation', 'subscriber'] as const
export type ErasableKind = (typeof ERASABLE_KINDS)[number]

export interface ErasingDeps extends EraseAccountDeps {
  readonly idKeys: Backend['idKeys']
}

export interface Match {
  /** The account's, visitor's, quotation's or mailbox's. */
  readonly id: string
  /** Shown before the confirmation; one cell a column. */
  readonly row: readonly string[]
  /** Ids of what belongs to it, unless its own id leads there. */
  readonly parts?: readonly string[]
}

export interface Matches {
  readonly listed: readonly Match[]
  readonly isMore: boolean
}

export type ErasedCounts = Readonly<
  Partial<Record<'accounts' | 'profiles' | 'visitors' | 'subscribers' | 'quotations' | 'mails', number>>
>

export interface Erasable {
  readonly columns: readonly string[]
  readonly find: (deps: ErasingDeps, wanted: string) => Promise<Matches>
  /** May be repeated: after a crash it completes the erasure. */
  readonly erase: (deps: ErasingDeps, match: Match, wanted: string) => Promise<ErasedCounts>
  /** Text: what will be erased. */
  readonly goes: string
  /** Text: what remains. */
  readonly stays: string
  /** Text: nothing was found. */
  readonly none: (wanted: string) => string
}

/** The most that one run lists and erases; more need a more exact query. */
export const MATCHES_MAX = 20

export const onlyMatch = (match: Match): Matches => ({ listed: [match], isMore: false })
export const NO_MATCHES: Matches = { listed: [], isMore: false }
