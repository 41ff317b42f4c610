import type { PrivacyFacts } from './privacy/page.ts'
import type { PublicProfile } from './profile-calls.ts'

export interface RenderedPage {
  readonly html: string
  readonly styleHashes: readonly string[]
}

/** States of the page behind a reminder's link: first a question with a button, then the outcome. */
export type ReminderPageState =
  | 'cancel'
  | 'cancelled'
  | 'suppressed'
  /** The subscriber was erased, so the mailbox that wants no more reminders is unknown. */
  | 'mailbox-unknown'
  | 'talked'
  | 'converted'
  /** The reminder was cancelled, or its mail came back. */
  | 'over'
  | 'earlier'
  /** The mailbox had refused all reminders, and wants them again. */
  | 'allowed'
  | 'not-found'

export interface ReminderPageContent {
  readonly state: ReminderPageState
  readonly name?: string | undefined
}

export const SUPPRESS_FIELD = 'reminders-of-all'
export const ALLOW_AGAIN = 'allow'

/** Colours as `#RRGGBB`. */
export interface PreviewColours {
  readonly background: string
  readonly text: string
  readonly tile: string
  readonly accent: string
  readonly cover: string
  readonly coverInk: string
}

export interface PreviewCard {
  readonly photo: string | null
  readonly colours: PreviewColours
}

/** `version` names the content: another content has another one. */
export interface VersionedPreviewCard extends PreviewCard {
  readonly version: string
}

export const previewPicturePath = (slug: string, version: string): string =>
  `/pages/${encodeURIComponent(slug)}/preview.jpg?v=${version}`

export const qrPath = (slug: string, format: 'svg' | 'png'): string =>
  `/pages/${encodeURIComponent(slug)}/qr.${format}`

export interface Site {
  readonly publicUrl: string
}

/** Built from web/features/public-page as a separate bundle; each process's main.ts passes it to the api. */
export interface PublicPageRenderer {
  profile(profile: PublicProfile, site: Site): RenderedPage
  notFound(site: Site): RenderedPage
  privacy(facts: PrivacyFacts, site: Site): RenderedPage
  previewCard(profile: PublicProfile): VersionedPreviewCard
  reminder(page: ReminderPageContent, site: Site): RenderedPage
}
