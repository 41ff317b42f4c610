import { z } from 'zod'
import { defineEvent } from './define.ts'

/**
 * Claimed with `noStream`: the first profile wins. An old slug stays an alias, because it is printed on cards. `name`
 * is a keyed hash of the slug, or the slug itself if it was claimed before slugs were hashed.
 */
export const slugStream = (name: string): string => `slug-${name}`

export const slugClaimed = defineEvent({ type: 'SlugClaimed', data: { profileId: z.uuid() } })
export const slugReleased = defineEvent({ type: 'SlugReleased', data: { profileId: z.uuid() } })
