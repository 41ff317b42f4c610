import * as administration from '../administration.ts'
import * as analytics from '../analytics.ts'
import * as audit from '../audit.ts'
import * as codes from '../codes.ts'
import * as data from '../data.ts'
import * as login from '../login.ts'
import * as media from '../media.ts'
import * as ownAccount from '../own-account.ts'
import * as mailbox from '../privacy/mailbox.ts'
import * as cardData from '../privacy/card-data.ts'
import * as ownData from '../privacy/account-data.ts'
import * as requests from '../privacy/requests.ts'
import * as profiles from '../profile-calls.ts'
import * as quotations from '../quotations.ts'
import * as record from '../record.ts'
import * as reminderLists from '../reminder-lists.ts'
import * as reminders from '../reminders.ts'
import * as auth from '../auth-calls.ts'
import * as identify from '../identify.ts'
import * as sharing from '../sharing.ts'
import * as taps from '../taps.ts'
import * as crashes from './crashes.ts'
import type { Call } from './call.ts'

export interface CallGroup {
  readonly name: string
  readonly description: string
  /** Keys are the operation ids of the OpenAPI document. */
  readonly calls: Readonly<Record<string, Call>>
}

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

const ADMIN = '/api/admin/'

const group = (name: string, description: string, ...modules: readonly object[]): CallGroup => ({
  name,
  description,
  calls: Object.fromEntries(
    modules
      .flatMap((module) => Object.entries(module))
      .filter((entry): entry is [string, Call] => isCall(entry[1]))
      .filter(([, { path }]) => path.startsWith(ADMIN) === (name === 'Administration')),
  ),
})

const MODULES = [administration, audit, codes, data, quotations, reminderLists, requests]

export const CALL_GROUPS: readonly CallGroup[] = [
  group(
    'Public page',
    'What the phones of visitors call. Taps, clicks and saved contacts are recorded by these.',
    taps,
    sharing,
    identify,
  ),
  group(
    'Rights',
    'What law 21.719 gives people: to see, correct, take, block and erase their data.',
    mailbox,
    cardData,
  ),
  group('Accounts', 'Registration, activation, sign-in and passwords.', login, auth, ownAccount, ownData),
  group('Quotations', 'Companies that ask for cards.', quotations),
  group('Client', 'What the client tells about itself.', crashes),
  group('Record', 'What proves the past of the event log.', record),
  group('Reminders', 'Wishes of visitors, and reports of mail servers.', reminders, reminderLists),
  group(
    'Profiles',
    'Profiles and their images, for their owners; administrators may act on anybody’s.',
    profiles,
    media,
    audit,
  ),
  group('Administration', 'For administrators only.', ...MODULES),
  group('Analytics', 'Exact figures of a profile, for its owner and for administrators.', analytics),
]

export const CALLS: readonly Call[] = CALL_GROUPS.flatMap(({ calls }) => Object.values(calls))
