import { DETAIL_FIELDS, type ProfileDetails } from '@app/contracts/events/profile-events.ts'
import { z } from 'zod'
import { draftKey } from '../../../app/session/drafts.ts'
import { forget, recall, remember } from '../../../ui/browser/device-memory.ts'
import type { VersionedProfile } from '../profile-api.ts'
import { editsOf, namesIn, type DetailName, type Editing, type Texts } from './edits.ts'

const texts = z.object(
  Object.fromEntries(DETAIL_FIELDS.map((name) => [name, z.string()])) as Record<DetailName, z.ZodString>,
)

const draftSchema = z.object({
  etag: z.string().nullable(),
  /** The texts that the typed ones are compared with: later they show changes made meanwhile. */
  base: texts,
  typed: texts.partial(),
})

export interface Draft {
  readonly etag: string | null
  readonly base: ProfileDetails
  readonly typed: Texts
}

export interface DraftPlace {
  readonly accountId: string
  readonly profileId: string
}

const keyOf = ({ accountId, profileId }: DraftPlace): string => draftKey(accountId, profileId)

export const draftOf = (editing: Editing): Draft => {
  const { profile, etag } = editing.base
  return { etag, base: texts.parse(profile), typed: editsOf(editing) }
}

/** False where this browser's storage is blocked or full. */
export function keepDraft(place: DraftPlace, draft: Draft): boolean {
  const text = JSON.stringify(draft)
  remember(keyOf(place), text)
  return recall(keyOf(place)) === text
}

export const forgetDraft = (place: DraftPlace): void => forget(keyOf(place))

/** Undefined where there is none, it is unreadable, or everything in it is published already. */
export function findDraft(place: DraftPlace, newest: VersionedProfile): Draft | undefined {
  const draft = readable(recall(keyOf(place)))
  if (draft && namesIn(editsOf({ base: newest, typed: draft.typed })).length > 0) return draft
  forgetDraft(place)
  return undefined
}

function readable(text: string | null): Draft | undefined {
  try {
    const parsed = draftSchema.safeParse(JSON.parse(text ?? 'null'))
    return parsed.success ? (parsed.data as Draft) : undefined
  } catch {
    return undefined
  }
}
