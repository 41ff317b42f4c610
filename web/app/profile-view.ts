/** The view of a profile for features, none of which imports another. */
export { FramedProfile } from '../features/public-profile/view/FramedProfile.tsx'
export type { ViewedProfile } from '../features/public-profile/view/viewed-profile.ts'
