/** Windows are fixed: each begins with its first call. The setting RATE_LIMITS widens or narrows all quotas. */

export interface Quota {
  readonly max: number
  readonly seconds: number
  /** Each try restarts the window: no span of this length has more tries, wherever it begins. */
  readonly slides?: boolean
}

/** Callers that count together: an address (a /48 of IPv6), an account, a profile. */
export type CountedBy = 'network' | 'account' | 'profile'

export interface LimitQuota extends Quota {
  readonly by: readonly CountedBy[]
  /** Default: all calls. `recorded`: not refused. `answered`: served. `missed`: without a profile or visitor. */
  readonly counts?: 'refused' | 'answered' | 'missed' | 'recorded'
  readonly concerns?: 'unknown' | 'dated' | 'appends'
  /** Networks from which the account signed in before are not refused. */
  readonly sparesUsual?: boolean
}

const MINUTE = 60
const HOUR = 3_600
const DAY = 24 * HOUR

/* @__NO_SIDE_EFFECTS__ */
const quota = (
  by: readonly CountedBy[],
  max: number,
  seconds: number,
  more: Pick<LimitQuota, 'counts' | 'concerns' | 'sparesUsual'> = {},
): LimitQuota => ({ by, max, seconds, ...more })
const REFUSED = { counts: 'refused' } as const
const ANSWERED = { counts: 'answered' } as const

/** Counted in the database. Narrowest first: tries that a narrow quota refuses must not use up a wide one. */
export const RATE_LIMITS = {
  // Two adjacent windows let through twice as many: 30 of one network at most, before it uses up the account's own quota.
  login: [
    quota(['account', 'network'], 15, 15 * MINUTE, REFUSED),
    quota(['network'], 100, 15 * MINUTE, REFUSED),
    quota(['account'], 200, HOUR, { ...REFUSED, sparesUsual: true }),
  ],
  'external-login': [quota(['network'], 60, 15 * MINUTE)],
  register: [quota(['network'], 30, HOUR)],
  'forgot-password': [quota(['network'], 30, HOUR), quota(['network'], 300, DAY)],
  // A call that finds the link invalid also succeeds, so every call is counted.
  'reset-token': [quota(['network'], 60, 15 * MINUTE)],
  // A success counts too: it hashes a password and begins a session.
  'change-password': [quota(['network'], 60, 15 * MINUTE), quota(['account'], 20, 15 * MINUTE)],
  'close-sessions': [quota(['network'], 300, HOUR), quota(['account'], 30, HOUR)],
  'rename-account': [quota(['network'], 300, HOUR), quota(['account'], 30, HOUR)],
  // Each is two mails, or a guess of both codes.
  'change-email': [quota(['network'], 60, HOUR), quota(['account'], 20, HOUR)],
  'export-account': [quota(['network'], 60, HOUR, ANSWERED), quota(['account'], 10, HOUR, ANSWERED)],
  'export-list': [quota(['network'], 120, HOUR, ANSWERED), quota(['account'], 60, HOUR, ANSWERED)],
  'delete-account': [
    quota(['network'], 60, 15 * MINUTE, REFUSED),
    quota(['account'], 5, 15 * MINUTE, REFUSED),
  ],
  activate: [quota(['network'], 60, HOUR, REFUSED), quota(['account'], 60, HOUR, REFUSED)],
  'create-profile': [quota(['network'], 300, HOUR), quota(['account'], 120, HOUR)],
  'edit-profile': [quota(['network'], 600, HOUR), quota(['account'], 120, HOUR)],
  upload: [quota(['network'], 300, HOUR), quota(['account'], 120, HOUR)],
  administer: [quota(['network'], 3_000, HOUR), quota(['account'], 1_000, HOUR)],
  'issue-codes': [quota(['network'], 600, HOUR), quota(['account'], 200, HOUR)],
  crash: [quota(['network'], 20, HOUR)],
  quotation: [quota(['network'], 10, HOUR), quota(['network'], 50, DAY)],
  // At a fair, many visitors of one card share an address.
  subscribe: [quota(['network'], 50, HOUR), quota(['profile'], 300, HOUR)],
  'record-head': [quota(['network'], 300, HOUR)],
  'rights-link': [quota(['network'], 30, HOUR)],
  'rights-read': [quota(['network'], 300, HOUR)],
  // Each is a request with its answer, and an erasure is written to a ledger that never shrinks.
  'rights-act': [quota(['network'], 120, HOUR)],
  // Each is an event, and a mail to an address that somebody typed.
  'rights-request': [quota(['network'], 10, HOUR), quota(['network'], 100, DAY)],
} as const satisfies Record<string, readonly LimitQuota[]>

/** An address from which an account signed in stays usual for this long after its last login. */
export const USUAL_ADDRESSES: Quota = { max: 1_000_000_000, seconds: 30 * DAY, slides: true }
/** Links to a new password, and codes of a change of e-mail: each per mailbox, with an account or not. */
export const ACCOUNT_MAILS: Quota = { max: 5, seconds: HOUR }
export const ACCOUNT_MAILS_OF_DAY: Quota = { max: 10, seconds: DAY }
/** Counted after those of the day: somebody who uses them up leaves the mailbox a valid mail. */
export const ACCOUNT_MAILS_LATER: Quota = { max: 1, seconds: HOUR }
/** Per mailbox, with data or not. Further links to its data are dropped silently. */
export const RIGHTS_LINKS_OF_MAILBOX: Quota = { max: 5, seconds: HOUR, slides: true }
/** Per mailbox, from any number of networks: a block and its end make every process open words again. */
export const ACTS_OF_MAILBOX: Quota = { max: 240, seconds: HOUR }
/** Per mailbox that an answer goes to. Further requests are refused. */
export const REQUESTS_OF_MAILBOX: Quota = { max: 5, seconds: DAY }
export const QUOTATION_MAILS_TO_SALES: Quota = { max: 100, seconds: DAY }
/** Per mailbox that was typed. Further requests are recorded, without a notice to their mailbox. */
export const QUOTATION_MAILS_OF_MAILBOX: Quota = { max: 3, seconds: DAY }
/** Per mailbox, over all profiles. Further subscriptions are refused. */
export const SUBSCRIPTIONS_OF_MAILBOX: Quota = { max: 5, seconds: DAY }

/** Visits of one network. Many phones of one operator share an address. */
const VISITS = [
  /** Slugs, profiles and visitors that do not exist: makes enumeration useless. */
  quota(['network'], 200, 200, { counts: 'missed', concerns: 'unknown' }),
  quota(['network'], 3_000, MINUTE),
  quota(['network', 'profile'], 300, MINUTE),
] as const

/** Counted in the memory of each process, before anything is read. */
export const MEMORY_LIMITS = {
  page: VISITS,
  traffic: [
    ...VISITS,
    /** Events that say when they happened, as a phone sends them later: each may fold a visitor's day again. */
    quota(['network'], 300, 5 * MINUTE, { concerns: 'dated' }),
    /** Events that may be appended: 200,000 in 24 hours, more than a fair of 10,000 visitors and three cards each. */
    quota(['network'], 40_000, 6 * HOUR, { counts: 'recorded', concerns: 'appends' }),
  ],
  /** Calls that append nothing, of an account and of all accounts of an office. No person reaches them. */
  'signed-in': [quota(['account', 'network'], 1_200, MINUTE), quota(['network'], 6_000, MINUTE)],
} as const satisfies Record<string, readonly LimitQuota[]>

export type CountedLimitName = keyof typeof RATE_LIMITS
export type RateLimitName = CountedLimitName | keyof typeof MEMORY_LIMITS
export type Limits = Readonly<Record<RateLimitName, readonly LimitQuota[]>>

export const LIMITS_OF_CALLS: Limits = { ...RATE_LIMITS, ...MEMORY_LIMITS }

export const scaledLimits = (perCent: number, limits = LIMITS_OF_CALLS): Limits =>
  Object.fromEntries(
    Object.entries(limits).map(([name, quotas]) => [
      name,
      quotas.map((quota) => ({ ...quota, max: Math.ceil((quota.max * perCent) / 100) })),
    ]),
  ) as unknown as Limits
