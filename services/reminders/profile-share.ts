import type { Due } from './due-page.ts'

/** In one pass a profile sends at most this many mails, plus those of two pages. */
export const MAILS_OF_PROFILE = 200

export interface ProfileShare {
  /** Of these, the ones whose profile has used its quota: they are for the next pass. */
  split(page: readonly Due[]): { readonly now: readonly Due[]; readonly later: readonly Due[] }
  /** Only mails count: reminders that wait for a retry must not delay others of their profile. */
  count(tried: readonly Due[]): void
}

/** For one pass. */
export function createProfileShare(mailsMax = MAILS_OF_PROFILE): ProfileShare {
  const mails = new Map<string, number>()
  const hasShare = ({ profileId }: Due): boolean => (mails.get(profileId) ?? 0) >= mailsMax
  return {
    split: (page) => ({ now: page.filter((due) => !hasShare(due)), later: page.filter(hasShare) }),
    count: (tried) => {
      for (const { profileId } of tried) mails.set(profileId, (mails.get(profileId) ?? 0) + 1)
    },
  }
}
