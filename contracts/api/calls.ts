import { getAdminProfiles } from './admin.ts'
import { getUnified } from './analytics.ts'
import { postLogin } from './auth.ts'
import type { Call } from './call.ts'
import { getPublicProfile, getVcf, getVcfAlias, postIdentify, postTrack } from './public.ts'

/** Every call there is, in the order of the document. */
export const CALLS: readonly Call[] = [
  getPublicProfile,
  postTrack,
  postIdentify,
  getVcf,
  getVcfAlias,
  postLogin,
  getAdminProfiles,
  getUnified,
]
