import { getAdminCodes, postAdminCodes } from './admin-codes.ts'
import {
  getAdminHistory,
  getAdminHistoryCsv,
  getAdminHistoryEvent,
  getAdminHistoryNdjson,
  getAdminPastEntity,
} from './admin-history.ts'
import { getAdminLife } from './life-calls.ts'
import { getAdminQuotations, putAdminQuotation } from './admin-quotations.ts'
import { PROJECTION_CALLS } from './projection-calls.ts'
import { REBUILD_CALLS } from './rebuild-calls.ts'
import { getAdminUsers, putAdminUser } from './admin-users.ts'
import { getAdminCodesCsv, getAdminRemindersCsv } from './admin-exports.ts'
import {
  deleteAdminProfile,
  getAdminProfiles,
  getAdminSlug,
  putAdminProfileSlug,
  putAdminProfileStatus,
} from './admin-profiles.ts'
import { getAdminAccountExpediente, getAdminSeal, getAdminSealCheckpoint } from '../record-calls.ts'
import { getAdminReminders } from '../reminder-calls.ts'
import {
  getAdminRequest,
  getAdminRequestFigures,
  getAdminRequests,
  putAdminRequest,
} from '../rights/admin-requests.ts'

export const ADMIN_CALLS = {
  getAdminUsers,
  putAdminUser,
  getAdminCodes,
  postAdminCodes,
  getAdminCodesCsv,
  getAdminQuotations,
  putAdminQuotation,
  getAdminProfiles,
  deleteAdminProfile,
  putAdminProfileStatus,
  putAdminProfileSlug,
  getAdminSlug,
  getAdminReminders,
  getAdminRemindersCsv,
  getAdminRequests,
  getAdminRequestFigures,
  getAdminRequest,
  putAdminRequest,
  getAdminPastEntity,
  getAdminLife,
  getAdminSeal,
  getAdminSealCheckpoint,
  getAdminAccountExpediente,
  getAdminHistory,
  getAdminHistoryEvent,
  getAdminHistoryCsv,
  getAdminHistoryNdjson,
  ...PROJECTION_CALLS,
  ...REBUILD_CALLS,
}
