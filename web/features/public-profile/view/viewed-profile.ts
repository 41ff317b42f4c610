import type { PublicProfile } from '@app/contracts/api/public.ts'

/** What the view shows of a profile; an editor's unsaved values have these fields too. */
export type ViewedProfile = Omit<PublicProfile, 'id' | 'updated_at'>
