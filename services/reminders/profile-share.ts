import type { Due } from './due-page.ts'

/** In one pass a profile sends at most this many mails, plus those of one page. */
export const MAILS_OF_PROFILE = 200

export interface ProfileShare {
  /**
   * Of these, the ones whose profile has had its share: they are for the next pass. Those that wait for their profile to
   * be shown are in neither.
   */
  split(page: readonly Due[]): { readonly now: readonly Due[]; readonly later: readonly Due[] }
  /** What comes behind these in the pass, of the same profile and reminder, waits as they do. */
  hide(unshown: readonly Due[]): void
  /** Only mails count: those that wait for another try must not keep the others of their profile waiting. */
  count(tried: readonly Due[]): void
}

/** For one pass. */
export function createProfileShare(mailsMax = MAILS_OF_PROFILE): ProfileShare {
  const mails = new Map<string, number>()
  const hidden = new Set<string>()
  const keyOf = ({ profileId, reminder }: Due): string => `${reminder} ${profileId}`
  const hasShare = ({ profileId }: Due): boolean => (mails.get(profileId) ?? 0) >= mailsMax
  return {
    split: (page) => {
      const shown = page.filter((due) => !hidden.has(keyOf(due)))
      return { now: shown.filter((due) => !hasShare(due)), later: shown.filter(hasShare) }
    },
    hide: (unshown) => {
      for (const due of unshown) hidden.add(keyOf(due))
    },
    count: (tried) => {
      for (const { profileId } of tried) mails.set(profileId, (mails.get(profileId) ?? 0) + 1)
    },
  }
}
