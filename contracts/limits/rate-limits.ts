/** RATE_LIMITS changes them by name. Windows are fixed: each begins with its first call. */

export interface Quota {
  readonly max: number
  readonly seconds: number
  /** Each try begins the window anew: no time of this length has more, wherever it begins. */
  readonly slides?: boolean
}

/** Callers that count together: one address (a /64 of IPv6), a /24 or /48 of addresses, an account, a profile. */
export type CountedBy = 'network' | 'block' | 'block6' | 'account' | 'profile'

export interface LimitQuota extends Quota {
  readonly by: readonly CountedBy[]
  /** For how many networks a /48 of IPv6 counts, where it is not the ordinary number. */
  readonly networksOfBlock?: number
}

const MINUTE = 60
const HOUR = 3_600
const DAY = 24 * HOUR

/* @__NO_SIDE_EFFECTS__ */
const quota = (by: readonly CountedBy[], max: number, seconds: number): LimitQuota => ({ by, max, seconds })

/** Counted in the database. Narrowest first: tries that a narrow quota refuses must not use up a wide one. */
export const RATE_LIMITS = {
  // Two adjacent windows let through twice as many: 30 of one network at most, before it uses up the account's own quota.
  // That one spares networks from which the account signed in.
  login: [
    quota(['account', 'network'], 15, 15 * MINUTE),
    quota(['network'], 100, 15 * MINUTE),
    quota(['account'], 200, HOUR),
  ],
  'external-login': [quota(['network'], 60, 15 * MINUTE)],
  register: [quota(['network'], 30, HOUR)],
  'forgot-password': [quota(['network'], 30, HOUR), quota(['block'], 300, DAY)],
  // A call that finds the link invalid also succeeds, so every call is counted.
  'reset-token': [quota(['network'], 60, 15 * MINUTE)],
  // A success counts too: it hashes a password and begins a session.
  'change-password': [quota(['network'], 60, 15 * MINUTE), quota(['account'], 20, 15 * MINUTE)],
  'close-sessions': [quota(['network'], 300, HOUR), quota(['account'], 30, HOUR)],
  'rename-account': [quota(['network'], 300, HOUR), quota(['account'], 30, HOUR)],
  // Each is two mails, or a guess of both codes.
  'change-email': [quota(['network'], 60, HOUR), quota(['account'], 20, HOUR)],
  'export-account': [quota(['network'], 60, HOUR), quota(['account'], 10, HOUR)],
  'export-list': [quota(['network'], 120, HOUR), quota(['account'], 60, HOUR)],
  'delete-account': [quota(['network'], 60, 15 * MINUTE), quota(['account'], 5, 15 * MINUTE)],
  activate: [quota(['network'], 60, HOUR), quota(['account'], 60, HOUR)],
  'create-profile': [quota(['network'], 300, HOUR), quota(['account'], 120, HOUR)],
  'edit-profile': [quota(['network'], 600, HOUR), quota(['account'], 120, HOUR)],
  upload: [quota(['network'], 300, HOUR), quota(['account'], 120, HOUR)],
  // Each may be an event of an account, a profile or a quotation.
  administer: [quota(['network'], 3_000, HOUR), quota(['account'], 1_000, HOUR)],
  // Each is up to LIMITS.codesAtOnceMax events.
  'issue-codes': [quota(['network'], 600, HOUR), quota(['account'], 200, HOUR)],
  // Each is an event of the log.
  crash: [quota(['network'], 20, HOUR)],
  // Each is an event, and up to two mails.
  quotation: [quota(['network'], 10, HOUR), quota(['block'], 50, DAY)],
  // At a fair, many visitors of one card share an address.
  subscribe: [quota(['network'], 50, HOUR), quota(['profile'], 300, HOUR)],
  'record-head': [quota(['network'], 300, HOUR)],
  'rights-link': [quota(['network'], 30, HOUR)],
  'rights-read': [quota(['network'], 300, HOUR)],
  // Each is a request with its answer, and an erasure is written to a ledger that never shrinks.
  'rights-act': [quota(['network'], 120, HOUR)],
  // Each is an event, and a mail to an address that somebody typed.
  'rights-request': [quota(['network'], 10, HOUR), quota(['block'], 100, DAY)],
} as const satisfies Record<string, readonly LimitQuota[]>

/** `refused`: only calls that are refused count. `answered`: one that could not be served, or has to wait, does not. */
export const COUNTED_CALLS: { readonly [Name in CountedLimitName]?: 'refused' | 'answered' } = {
  login: 'refused',
  'delete-account': 'refused',
  activate: 'refused',
  'export-account': 'answered',
  'export-list': 'answered',
}

/** An address from which an account signed in stays usual for so long. A login from it begins that anew. */
export const USUAL_ADDRESSES: Quota = { max: 1_000_000_000, seconds: 30 * DAY, slides: true }
/** Links to a new password, and codes of a change of e-mail: each per mailbox, with an account or not. */
export const ACCOUNT_MAILS: Quota = { max: 5, seconds: HOUR }
export const ACCOUNT_MAILS_OF_DAY: Quota = { max: 10, seconds: DAY }
/** After those of the day: whoever uses them up leaves the mailbox a mail that is valid. */
export const ACCOUNT_MAILS_LATER: Quota = { max: 1, seconds: HOUR }
/** Per mailbox, with data or not. Further links to its data are dropped silently. */
export const RIGHTS_LINKS_OF_MAILBOX: Quota = { max: 5, seconds: HOUR, slides: true }
/** Per mailbox, from any number of networks: a block and its end make every process open words anew. */
export const ACTS_OF_MAILBOX: Quota = { max: 240, seconds: HOUR }
/** Per mailbox that an answer goes to. Further requests are refused. */
export const REQUESTS_OF_MAILBOX: Quota = { max: 5, seconds: DAY }
/** To sales, of all requests. Further ones are in the administrators' list. */
export const QUOTATION_MAILS_TO_SALES: Quota = { max: 100, seconds: DAY }
/** Per mailbox that was typed. Further requests are recorded, without a notice to their mailbox. */
export const QUOTATION_MAILS_OF_MAILBOX: Quota = { max: 3, seconds: DAY }
/** Per mailbox, over all profiles. Further subscriptions are refused. */
export const SUBSCRIPTIONS_OF_MAILBOX: Quota = { max: 5, seconds: DAY }

/** Counted in the memory of each process, before anything is read. */
export const MEMORY_LIMITS = {
  /** One address on one profile: taps, clicks, downloads, identifications. */
  traffic: [quota(['network', 'profile'], 300, MINUTE)],
  /** One address on slugs, profiles and visitors that do not exist: makes enumeration useless. */
  unknown: [{ ...quota(['network'], 200, 200), networksOfBlock: 2 }],
  /** One network on all profiles, existing or not. Many phones of one operator share an address. */
  network: [quota(['network'], 3_000, MINUTE)],
  /** Events that say when they happened: each may fold a visitor's day again. A phone sends what it could not send before. */
  dated: [quota(['network'], 300, 5 * MINUTE)],
  /**
   * Events that one network's taps, clicks, downloads and forms may append: at most 200,000 in any 24 hours.
   * A fair's Wi-Fi with 10,000 visitors, three cards each, appends fewer; so do the thousands behind one carrier's NAT.
   */
  events: [quota(['network'], 40_000, 6 * HOUR)],
  /** Calls that append nothing, of an account and of all accounts of an office. No person reaches them. */
  'signed-in': [quota(['account', 'network'], 1_200, MINUTE), quota(['network'], 6_000, MINUTE)],
} as const satisfies Record<string, readonly LimitQuota[]>

/** A carrier's /48 of IPv6 has many people and 65,536 networks (/64), but the quota of so many. */
export const NETWORKS_OF_BLOCK = 16

export type CountedLimitName = keyof typeof RATE_LIMITS
export type MemoryLimitName = keyof typeof MEMORY_LIMITS
export type RateLimitName = CountedLimitName | MemoryLimitName
export const IN_MEMORY = Object.keys(MEMORY_LIMITS) as readonly MemoryLimitName[]

export type Limits = Readonly<Record<RateLimitName, readonly LimitQuota[]>>
