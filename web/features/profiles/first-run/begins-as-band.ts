import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { tabMemory } from '../../../ui/browser/device-memory.ts'

/** The profile whose steps this tab has shown undone: the tick of the last one is shown as well. */
export const UNDONE = 'app.first-steps'

/** A photo, and a phone to call. */
export const isFilled = ({ profile_image, phone }: OwnProfile): boolean =>
  profile_image !== null && phone !== ''

/** Where all steps are done the stage is a band, and so is what holds its place while it loads. */
export const beginsAsBand = (profile: OwnProfile): boolean =>
  isFilled(profile) && profile.visits > 0 && tabMemory.recall(UNDONE) !== profile.id
