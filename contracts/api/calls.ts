import { ADMIN_CALLS } from './admin/admin-calls.ts'
import {
  getAnalytics,
  getEditMarkers,
  getExecutiveReport,
  getInsights,
  getMonthlyComparison,
  getUnified,
} from './analytics-calls.ts'
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
} from './accounts/auth-calls.ts'
import {
  getExternalCallback,
  getExternalStart,
  getLoginMethods,
  postEmergentLogin,
} from './accounts/external-login-calls.ts'
import type { Call } from './call.ts'
import { postCrash } from './crashes.ts'
import { deleteMe, getExport, putMe } from './accounts/own-account.ts'
import { getPastProfile, getProfileHistory, postRestoreProfile } from './history-calls.ts'
import { deleteUpload, getFile, postUpload } from './image-calls.ts'
import { getLive } from './live-calls.ts'
import { getMyProfiles, getProfile, postCreateProfile, putProfile } from './profile-calls.ts'
import {
  deleteMyData,
  getMyData,
  postCancelMyReminders,
  postMyData,
  postObjectMyData,
} from './my-data-calls.ts'
import {
  getPreviewPicture,
  getPublicProfile,
  getQrPng,
  getQrSvg,
  getVcf,
  getVcfAlias,
  postIdentify,
  postStillOpen,
  postTrack,
} from './public-calls.ts'
import { postQuotation } from './quotation-calls.ts'
import { getMyExpediente, getProfileExpediente } from './record-calls.ts'
import { postMailReport, postSubscribe } from './reminder-calls.ts'
import { RIGHTS_CALLS } from './rights/rights-calls.ts'
import { deleteSession, getSessions, postLogout } from './accounts/sessions.ts'

export interface CallGroup {
  readonly name: string
  readonly description: string
  /** Keys are the operation ids of the OpenAPI document. */
  readonly calls: Readonly<Record<string, Call>>
}

export const CALL_GROUPS: readonly CallGroup[] = [
  {
    name: 'Public page',
    description: 'What the phones of visitors call. Taps, clicks and saved contacts are recorded by these.',
    calls: {
      getPublicProfile,
      postTrack,
      postStillOpen,
      postIdentify,
      getVcf,
      getVcfAlias,
      getQrSvg,
      getQrPng,
      getPreviewPicture,
      postSubscribe,
      getMyData,
      postMyData,
      postCancelMyReminders,
      postObjectMyData,
      deleteMyData,
    },
  },
  {
    name: 'Rights',
    description: 'What law 21.719 gives people: to see, correct, take, block and erase what is kept of them.',
    calls: RIGHTS_CALLS,
  },
  {
    name: 'Accounts',
    description: 'Registration, activation, sign-in and passwords.',
    calls: {
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
      putMe,
      getExport,
      getMyExpediente,
      deleteMe,
      getSessions,
      deleteSession,
      postLogout,
      postCloseSessions,
    },
  },
  { name: 'Quotations', description: 'Companies that ask for cards.', calls: { postQuotation } },
  { name: 'Client', description: 'What the client tells about itself.', calls: { postCrash } },
  { name: 'Mail', description: 'What mail servers call.', calls: { postMailReport } },
  {
    name: 'Profiles',
    description: 'Profiles and their images, for their owners; administrators may act on anybody’s.',
    calls: {
      getMyProfiles,
      postCreateProfile,
      getProfile,
      putProfile,
      getPastProfile,
      postRestoreProfile,
      postUpload,
      deleteUpload,
      getFile,
      getProfileExpediente,
      getProfileHistory,
    },
  },
  {
    name: 'Administration',
    description: 'For administrators only.',
    calls: ADMIN_CALLS,
  },
  {
    name: 'Analytics',
    description: 'Exact figures of a profile, for its owner and for administrators.',
    calls: {
      getUnified,
      getInsights,
      getExecutiveReport,
      getMonthlyComparison,
      getEditMarkers,
      getLive,
      getAnalytics,
    },
  },
]

export const CALLS: readonly Call[] = CALL_GROUPS.flatMap(({ calls }) => Object.values(calls))
