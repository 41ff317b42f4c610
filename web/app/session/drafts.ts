import { deviceMemory, tabMemory } from '../../ui/browser/device-memory.ts'

/** Drafts hold personal data, so none outlives the session of its account; nor do its last figures. */
const PREFIX = 'app.draft.'

export const draftKey = (accountId: string, profileId: string): string => `${PREFIX}${accountId}.${profileId}`

/** @param accountId the signed-in account, if any */
export function forgetDraftsOfOthers(accountId: string | undefined): void {
  const own = accountId === undefined ? undefined : draftKey(accountId, '')
  for (const memory of [deviceMemory, tabMemory])
    for (const key of memory.keysFrom(PREFIX))
      if (own === undefined || !key.startsWith(own)) memory.forget(key)
}
