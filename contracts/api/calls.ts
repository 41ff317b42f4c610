import * as auth from '../accounts/auth-calls.ts'
import * as externalLogin from '../accounts/external-login-calls.ts'
import * as ownAccount from '../accounts/own-account.ts'
import * as sessions from '../accounts/sessions.ts'
import * as adminCodes from '../codes.ts'
import * as adminExports from './admin-exports.ts'
import * as adminHistory from '../audit/admin-history.ts'
import * as adminProfiles from '../profiles/admin-profiles.ts'
import * as adminRequests from '../privacy/admin-requests.ts'
import * as adminUsers from '../accounts/admin-users.ts'
import * as projections from '../data/calls.ts'
import * as analytics from '../analytics/calls.ts'
import type { Call } from './call.ts'
import { postCrash } from './crashes.ts'
import * as history from '../audit/calls.ts'
import * as images from '../media/calls.ts'
import * as live from '../analytics/live-calls.ts'
import * as myData from '../privacy/my-data-calls.ts'
import * as profiles from '../profiles/calls.ts'
import * as publicPage from '../taps/calls.ts'
import { getAdminQuotations, postQuotation, putAdminQuotation } from '../quotations.ts'
import { getAccountExpediente, getProfileExpediente, getRecordHead } from '../record/calls.ts'
import { getAdminReminders, postMailReport, postSubscribe } from '../reminders/calls.ts'
import * as rights from '../privacy/rights-calls.ts'

export interface CallGroup {
  readonly name: string
  readonly description: string
  /** Keys are the operation ids of the OpenAPI document. */
  readonly calls: Readonly<Record<string, Call>>
}

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** All calls that modules export, under their names. */
const callsOf = (...modules: readonly Readonly<Record<string, unknown>>[]): CallGroup['calls'] =>
  Object.fromEntries(
    modules
      .flatMap((module) => Object.entries(module))
      .filter((entry): entry is [string, Call] => isCall(entry[1])),
  )

export const CALL_GROUPS: readonly CallGroup[] = [
  {
    name: 'Public page',
    description: 'What the phones of visitors call. Taps, clicks and saved contacts are recorded by these.',
    calls: callsOf(publicPage, { postSubscribe }, myData),
  },
  {
    name: 'Rights',
    description: 'What law 21.719 gives people: to see, correct, take, block and erase what is kept of them.',
    calls: callsOf(rights),
  },
  {
    name: 'Accounts',
    description: 'Registration, activation, sign-in and passwords.',
    calls: callsOf(auth, externalLogin, ownAccount, { getAccountExpediente }, sessions),
  },
  { name: 'Quotations', description: 'Companies that ask for cards.', calls: { postQuotation } },
  { name: 'Client', description: 'What the client tells about itself.', calls: { postCrash } },
  { name: 'Record', description: 'What proves the past of the event log.', calls: { getRecordHead } },
  { name: 'Mail', description: 'What mail servers call.', calls: { postMailReport } },
  {
    name: 'Profiles',
    description: 'Profiles and their images, for their owners; administrators may act on anybody’s.',
    calls: callsOf(profiles, images, history, { getProfileExpediente }),
  },
  {
    name: 'Administration',
    description: 'For administrators only.',
    calls: callsOf(
      adminUsers,
      adminCodes,
      { getAdminQuotations, putAdminQuotation },
      adminProfiles,
      { getAdminReminders },
      adminExports,
      adminRequests,
      adminHistory,
      projections,
    ),
  },
  {
    name: 'Analytics',
    description: 'Exact figures of a profile, for its owner and for administrators.',
    calls: callsOf(analytics, live),
  },
]

export const CALLS: readonly Call[] = CALL_GROUPS.flatMap(({ calls }) => Object.values(calls))
