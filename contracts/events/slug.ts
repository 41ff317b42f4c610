import { z } from 'zod'
import { defineEvent } from './define.ts'

/** Old slugs stay aliases, because cards show them. `name` is a keyed hash, in old claims the slug itself. */
export const slugStream = (name: string): string => `slug-${name}`

export const slugClaimed = defineEvent({ type: 'SlugClaimed', data: { profileId: z.uuid() } })
export const slugReleased = defineEvent({ type: 'SlugReleased', data: { profileId: z.uuid() } })
