import { getAdminProfiles } from './admin.ts'
import {
  getAnalytics,
  getExecutiveReport,
  getInsights,
  getMonthlyComparison,
  getUnified,
} from './analytics.ts'
import {
  getMe,
  getVerifyResetToken,
  postActivate,
  postChangePassword,
  postCloseSessions,
  postForgotPassword,
  postLogin,
  postRegister,
  postResetPassword,
} from './auth.ts'
import {
  getExternalCallback,
  getExternalStart,
  getLoginMethods,
  postEmergentLogin,
} from './external-login.ts'
import type { Call } from './call.ts'
import { deleteUpload, getFile, postUpload } from './images.ts'
import { getLive } from './live.ts'
import { getMyProfiles, getProfile, postCreateProfile, putProfile } from './profiles.ts'
import { getPublicProfile, getVcf, getVcfAlias, postIdentify, postTrack } from './public.ts'
import { postQuotation } from './quotations.ts'

/** Every call there is, in the order of the document. */
export const CALLS: readonly Call[] = [
  getPublicProfile,
  postTrack,
  postIdentify,
  getVcf,
  getVcfAlias,
  postLogin,
  postRegister,
  postEmergentLogin,
  getLoginMethods,
  getExternalStart,
  getExternalCallback,
  postForgotPassword,
  getVerifyResetToken,
  postResetPassword,
  postChangePassword,
  postActivate,
  getMe,
  postCloseSessions,
  postQuotation,
  getMyProfiles,
  postCreateProfile,
  getProfile,
  putProfile,
  postUpload,
  deleteUpload,
  getFile,
  getAdminProfiles,
  getUnified,
  getInsights,
  getExecutiveReport,
  getMonthlyComparison,
  getLive,
  getAnalytics,
]
