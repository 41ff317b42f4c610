import type { PublicProfile } from '@app/contracts/api/public-calls.ts'

/** Fields of a profile in the view; an editor's unsaved values have them too. */
export type ViewedProfile = Omit<PublicProfile, 'id' | 'updated_at'>
