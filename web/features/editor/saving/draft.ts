import { getProfile } from '@app/contracts/profiles/calls.ts'
import { profileDetails } from '@app/contracts/profiles/events.ts'
import { z } from 'zod'
import { tabMemory } from '../../../ui/browser/device-memory.ts'
import type { VersionedProfile } from '../profile-api.ts'
import type { Texts } from './edits.ts'

/** Typed texts, and the profile that they were typed over. */
interface Draft {
  readonly base: VersionedProfile
  readonly texts: Texts
}

const draft = z.object({
  base: z.object({ profile: getProfile.answer, etag: z.string().nullable() }),
  texts: z.record(profileDetails.keyof(), z.string()),
})

export const keepDraft = (key: string, kept: Draft): void => tabMemory.remember(key, JSON.stringify(kept))

/** Undefined where there is none, or another release of the client wrote it. */
export function findDraft(key: string): Draft | undefined {
  try {
    return draft.safeParse(JSON.parse(tabMemory.recall(key) ?? 'null')).data
  } catch {
    return undefined
  }
}
