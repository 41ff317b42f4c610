import { z } from 'zod'
import { defineEvent } from '../events/define.ts'
import { profileStream, slugSchema } from './events.ts'

/** Old slugs stay aliases, because cards show them. `name` is a keyed hash. */
export const slugStream = (name: string): string => `slug-${name}`

/** No event releases a claim. `slug` is present if a change of slug claimed it, so that a crash can't lose it. */
export const slugClaimed = defineEvent({
  type: 'SlugClaimed',
  data: { profileId: z.uuid(), slug: slugSchema.optional() },
  personal: { slug: 'card' },
  subjectOf: ({ profileId }) => profileStream(String(profileId)),
})
