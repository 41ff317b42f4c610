import { draftKey } from './session-storage.ts'
import { recall, remember } from '../../ui/browser/device-memory.ts'
import { lastProfile } from '../../features/profiles/use-chosen-profile.ts'
import { isNarrowedAt, rangeOf } from '../../features/analytics/filtering.tsx'

/** The texts that the four cards last showed of a profile: nothing of a visitor is in them. */
interface LastFigures {
  readonly profileId: string
  readonly range: string
  readonly texts: readonly string[]
}

/** They go with the account's drafts. */
const keyOf = (accountId: string): string => draftKey(accountId, 'figures')

export const keepFigures = (accountId: string, figures: LastFigures): void =>
  remember(keyOf(accountId), JSON.stringify(figures))

function keptOf(accountId: string): Partial<LastFigures> {
  try {
    return (JSON.parse(recall(keyOf(accountId)) ?? 'null') as Partial<LastFigures> | null) ?? {}
  } catch {
    return {}
  }
}

/** @param shown the profile that is shown, once it is loaded; before that the one that the address would show */
export function lastFigures(
  accountId: string | undefined,
  search: string,
  shown?: string,
): readonly string[] | undefined {
  if (accountId === undefined || isNarrowedAt(search)) return undefined
  const { profileId, range, texts } = keptOf(accountId)
  const params = new URLSearchParams(search)
  const wanted = shown ?? params.get('profile')?.toLowerCase() ?? lastProfile(accountId) ?? profileId
  return wanted === profileId && range === rangeOf(params) && Array.isArray(texts) ? texts : undefined
}
