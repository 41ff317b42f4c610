import { z } from 'zod'
import { LIMITS } from './limits/limits.ts'
import { line, paragraph } from './fields/text.ts'
import { defineEvent } from './events/define.ts'

export const profileStream = (id: string): string => `profile-${id}`

/** Empty text means absent. */
export const profileDetails = z.strictObject({
  name: line(LIMITS.nameCharsMax),
  lastname: line(LIMITS.nameCharsMax),
  email: line(LIMITS.emailCharsMax),
  position: line(LIMITS.nameCharsMax),
  company: line(LIMITS.nameCharsMax),
  bio: paragraph(LIMITS.bioCharsMax),
  phone: line(LIMITS.phoneCharsMax),
  whatsapp: line(LIMITS.phoneCharsMax),
  instagram: line(LIMITS.urlCharsMax),
  linkedin: line(LIMITS.urlCharsMax),
  facebook: line(LIMITS.urlCharsMax),
  website: line(LIMITS.urlCharsMax),
  custom_link: line(LIMITS.urlCharsMax),
  custom_link_title: line(LIMITS.nameCharsMax),
})
export type ProfileDetails = z.infer<typeof profileDetails>
export const DETAIL_FIELDS = Object.keys(profileDetails.shape) as readonly (keyof ProfileDetails)[]
export const NO_DETAILS = Object.fromEntries(DETAIL_FIELDS.map((field) => [field, ''])) as ProfileDetails

/** Text as typed: a pasted address is longer than the phone number in it. */
export const typedText = paragraph(Math.max(LIMITS.urlCharsMax, LIMITS.bioCharsMax))
const typedDetails = z.partialRecord(profileDetails.keyof(), typedText)

export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const slugSchema = z
  .string()
  .min(LIMITS.slugCharsMin)
  .max(LIMITS.slugCharsMax)
  .regex(SLUG, 'Solo minúsculas, números y guiones.')

const colour = z.string().regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'Escribe un color como #7CDAF9.')
export const THEME_IDS = ['blue', 'green', 'purple', 'dark', 'warm', 'custom'] as const
export const profileTheme = z.strictObject({
  theme_color: z.enum(THEME_IDS),
  background_color: colour,
  text_color: colour,
  button_color: colour,
})
export type ProfileTheme = z.infer<typeof profileTheme>
export const DEFAULT_THEME: ProfileTheme = {
  theme_color: 'blue',
  background_color: '#ffffff',
  text_color: '#000000',
  button_color: '#7CDAF9',
}

export const IMAGE_KINDS = ['profile-image', 'company-logo', 'background-image'] as const
export type ImageKind = (typeof IMAGE_KINDS)[number]
const kind = z.enum(IMAGE_KINDS)

export const profileCreated = defineEvent({
  type: 'ProfileCreated',
  data: { ownerId: line(LIMITS.lineCharsMax), slug: slugSchema, details: profileDetails },
  personal: { slug: 'card', details: 'card' },
})
export const profileEdited = defineEvent({
  type: 'ProfileEdited',
  data: {
    changes: profileDetails.partial(),
    /** The owner's typed text if the stored value differs: `@ana` for the address of Ana's page. */
    typed: typedDetails,
  },
  personal: { changes: 'card', typed: 'card' },
})
export const profileImageSet = defineEvent({
  type: 'ProfileImageSet',
  data: { kind, ref: line(LIMITS.lineCharsMax), width: z.int(), height: z.int() },
})
export const profileImageRemoved = defineEvent({ type: 'ProfileImageRemoved', data: { kind } })
export const themeApplied = defineEvent({ type: 'ThemeApplied', data: { theme: profileTheme } })
/** Behind the edits that were appended with it, which give the profile the texts and the theme of that version. */
export const profileVersionRestored = defineEvent({
  type: 'ProfileVersionRestored',
  data: { version: z.int().min(1), at: z.iso.datetime() },
})
export const profileSlugChanged = defineEvent({
  type: 'ProfileSlugChanged',
  data: { slug: slugSchema, previous: slugSchema },
  personal: { slug: 'card', previous: 'card' },
})
export const profileActivated = defineEvent({ type: 'ProfileActivated', data: {} })
export const profileDeactivated = defineEvent({ type: 'ProfileDeactivated', data: {} })
export const profileDeleted = defineEvent({ type: 'ProfileDeleted', data: {} })

/** Old slugs stay aliases, because cards show them. `name` is a keyed hash. */
export const slugStream = (name: string): string => `slug-${name}`

/** No event releases a claim. `slug` is present if a change of slug claimed it, so that a crash can't lose it. */
export const slugClaimed = defineEvent({
  type: 'SlugClaimed',
  data: { profileId: z.uuid(), slug: slugSchema.optional() },
  personal: { slug: 'card' },
  subjectOf: ({ profileId }) => profileStream(String(profileId)),
})
