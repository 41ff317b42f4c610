import type { PublicProfile } from '@app/contracts/profile-calls.ts'

/** Fields of a profile in the view; an editor's unsaved values have them too. */
export type ViewedProfile = Omit<PublicProfile, 'id' | 'updated_at'>

/** A form of the public page, which its script opens in a dialog. */
export type VisitorForm = 'remind' | 'identify'
