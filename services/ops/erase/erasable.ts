import type { EraseAccountDeps } from '@app/processes/erasures/erase-account.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'

/** What can be erased for whoever asks for it. */
export const ERASABLE_KINDS = ['account', 'profile', 'visitor', 'quotation'] as const
export type ErasableKind = (typeof ERASABLE_KINDS)[number]

/** What it takes to find and to erase. */
export interface ErasingDeps extends EraseAccountDeps {
  readonly idKeys: Backend['idKeys']
  /** Kept mails. */
  readonly mailFolder: string
}

/** Something that was found, as it is shown before anybody confirms. */
export interface Match {
  /** Of the account, profile, visitor or quotation: no name. */
  readonly id: string
  /** One cell a column. */
  readonly row: readonly string[]
}

/** Matches, of which there may be more than are listed. */
export interface Matches {
  readonly listed: readonly Match[]
  readonly isMore: boolean
}

/** How much was erased, by what it is. */
export type ErasedCounts = Readonly<
  Partial<Record<'accounts' | 'profiles' | 'visitors' | 'quotations' | 'mails', number>>
>

/** One kind of what can be erased: how it is found, asked about, erased and told of. */
export interface Erasable {
  /** Heads of the table of what was found. */
  readonly columns: readonly string[]
  readonly find: (deps: ErasingDeps, wanted: string) => Promise<Matches>
  /** Erases one of them with all that is its own. Again after a crash it finishes. */
  readonly erase: (deps: ErasingDeps, match: Match, wanted: string) => Promise<ErasedCounts>
  /** What goes, in the question. */
  readonly goes: string
  /** What stays, behind the counts. */
  readonly stays: string
  /** That nothing was found. */
  readonly none: (wanted: string) => string
}

/** Listed and erased in one go at most; whoever finds more says more exactly whom they mean. */
export const MATCHES_MAX = 20

export const onlyMatch = (match: Match): Matches => ({ listed: [match], isMore: false })
export const NO_MATCHES: Matches = { listed: [], isMore: false }
