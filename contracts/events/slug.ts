import { z } from 'zod'
import { defineEvent } from './define.ts'

/**
 * Claimed with `noStream`: the first profile wins, and an old slug stays an alias of it, because it is printed on cards.
 * `name` is a keyed hash of the slug; of claims made before slugs were hashed, the slug itself.
 */
export const slugStream = (name: string): string => `slug-${name}`

export const slugClaimed = defineEvent({ type: 'SlugClaimed', data: { profileId: z.uuid() } })
export const slugReleased = defineEvent({ type: 'SlugReleased', data: { profileId: z.uuid() } })
