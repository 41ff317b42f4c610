/** RATE_LIMITS changes them by name. Traffic and signed-in limits count per process, the others in the database. */

export interface Quota {
  readonly max: number
  readonly seconds: number
  /** Each try begins the window anew: no time of this length has more, wherever it begins. */
  readonly slides?: boolean
}

export interface RateLimit {
  /** `refused`: a successful call is refunded, so only failures count. `answered`: one that could not be served is. */
  readonly counts: 'every' | 'refused' | 'answered'
  readonly perAddress: Quota
  /** One address on one account: stops a stranger before they use up the account's own limit. */
  readonly perAccountAndAddress?: Quota
  /** From all addresses, except those from which the account signed in before. */
  readonly perAccount?: Quota
  /** On one profile, from all addresses. */
  readonly perProfile?: Quota
  /** From all addresses of a /24 of IPv4, or a /48 of IPv6. */
  readonly perBlock?: Quota
}

const MINUTE = 60
const HOUR = 3_600
const DAY = 24 * HOUR

export const RATE_LIMITS = {
  login: {
    counts: 'refused',
    perAddress: { max: 100, seconds: 15 * MINUTE },
    // Two adjacent windows let through twice as many: 30 at most.
    perAccountAndAddress: { max: 15, seconds: 15 * MINUTE },
    perAccount: { max: 200, seconds: HOUR },
  },
  'external-login': { counts: 'every', perAddress: { max: 60, seconds: 15 * MINUTE } },
  register: { counts: 'every', perAddress: { max: 30, seconds: HOUR } },
  'forgot-password': {
    counts: 'every',
    perAddress: { max: 30, seconds: HOUR },
    perBlock: { max: 300, seconds: DAY },
  },
  // A call that finds the link invalid also succeeds, so every call is counted.
  'reset-token': { counts: 'every', perAddress: { max: 60, seconds: 15 * MINUTE } },
  // A success counts too: it hashes a password and begins a session.
  'change-password': {
    counts: 'every',
    perAddress: { max: 60, seconds: 15 * MINUTE },
    perAccount: { max: 20, seconds: 15 * MINUTE },
  },
  'close-sessions': {
    counts: 'every',
    perAddress: { max: 300, seconds: HOUR },
    perAccount: { max: 30, seconds: HOUR },
  },
  'rename-account': {
    counts: 'every',
    perAddress: { max: 300, seconds: HOUR },
    perAccount: { max: 30, seconds: HOUR },
  },
  // Each is two mails, or a guess of both codes.
  'change-email': {
    counts: 'every',
    perAddress: { max: 60, seconds: HOUR },
    perAccount: { max: 20, seconds: HOUR },
  },
  // A caller who has to wait for another export tries again.
  'export-account': {
    counts: 'answered',
    perAddress: { max: 60, seconds: HOUR },
    perAccount: { max: 10, seconds: HOUR },
  },
  'export-list': {
    counts: 'answered',
    perAddress: { max: 120, seconds: HOUR },
    perAccount: { max: 60, seconds: HOUR },
  },
  // Counts guesses of the password; the right one is used only once.
  'delete-account': {
    counts: 'refused',
    perAddress: { max: 60, seconds: 15 * MINUTE },
    perAccount: { max: 5, seconds: 15 * MINUTE },
  },
  activate: {
    counts: 'refused',
    perAddress: { max: 60, seconds: HOUR },
    perAccount: { max: 60, seconds: HOUR },
  },
  'create-profile': {
    counts: 'every',
    perAddress: { max: 300, seconds: HOUR },
    perAccount: { max: 120, seconds: HOUR },
  },
  'edit-profile': {
    counts: 'every',
    perAddress: { max: 600, seconds: HOUR },
    perAccount: { max: 120, seconds: HOUR },
  },
  upload: {
    counts: 'every',
    perAddress: { max: 300, seconds: HOUR },
    perAccount: { max: 120, seconds: HOUR },
  },
  // Each may be an event of an account, a profile or a quotation.
  administer: {
    counts: 'every',
    perAddress: { max: 3_000, seconds: HOUR },
    perAccount: { max: 1_000, seconds: HOUR },
  },
  // Each is up to LIMITS.codesAtOnceMax events.
  'issue-codes': {
    counts: 'every',
    perAddress: { max: 600, seconds: HOUR },
    perAccount: { max: 200, seconds: HOUR },
  },
  // Each is an event of the log.
  crash: { counts: 'every', perAddress: { max: 20, seconds: HOUR } },
  // Each is an event, and up to two mails.
  quotation: {
    counts: 'every',
    perAddress: { max: 10, seconds: HOUR },
    perBlock: { max: 50, seconds: DAY },
  },
  // At a fair, many visitors of one card share an address.
  subscribe: {
    counts: 'every',
    perAddress: { max: 50, seconds: HOUR },
    perProfile: { max: 300, seconds: HOUR },
  },
  'record-head': { counts: 'every', perAddress: { max: 300, seconds: HOUR } },
  'rights-link': { counts: 'every', perAddress: { max: 30, seconds: HOUR } },
  'rights-read': { counts: 'every', perAddress: { max: 300, seconds: HOUR } },
  // Each is a request with its answer, and an erasure is written to a ledger that never shrinks.
  'rights-act': { counts: 'every', perAddress: { max: 120, seconds: HOUR } },
  // Each is an event, and a mail to an address that somebody typed.
  'rights-request': {
    counts: 'every',
    perAddress: { max: 10, seconds: HOUR },
    perBlock: { max: 100, seconds: DAY },
  },
} as const satisfies Record<string, RateLimit>
/** Remembered addresses per account. The maximum stops a script from leaving a row for each of its addresses. */
export const USUAL_ADDRESSES: Quota = { max: 100, seconds: 30 * DAY }
/** Links to a new password, and codes of a change of e-mail: each per mailbox, known or not. */
export const ACCOUNT_MAILS: Quota = { max: 5, seconds: HOUR }
export const ACCOUNT_MAILS_OF_DAY: Quota = { max: 10, seconds: DAY }
/** After those of the day: whoever uses them up leaves the mailbox a mail that is valid. */
export const ACCOUNT_MAILS_LATER: Quota = { max: 1, seconds: HOUR }
/** Per mailbox, known or not. Further links to what is kept of it are dropped silently. */
export const RIGHTS_LINKS_OF_MAILBOX: Quota = { max: 5, seconds: HOUR, slides: true }
/** Per mailbox, from any number of networks: a block and its end make every process open words anew. */
export const ACTS_OF_MAILBOX: Quota = { max: 240, seconds: HOUR }
/** Per mailbox that an answer goes to. Further requests are refused. */
export const REQUESTS_OF_MAILBOX: Quota = { max: 5, seconds: DAY }
/** To sales, of all requests. Further ones are in the administrators' list. */
export const QUOTATION_MAILS_TO_SALES: Quota = { max: 100, seconds: DAY }
/** Per mailbox that was typed. Further requests are recorded, and only sales is told. */
export const QUOTATION_MAILS_OF_MAILBOX: Quota = { max: 3, seconds: DAY }
/** Per mailbox, over all profiles. Further subscriptions are refused. */
export const SUBSCRIPTIONS_OF_MAILBOX: Quota = { max: 5, seconds: DAY }

/** Per mailbox that had refused all reminders, whatever strangers send: a mail that asks whether it wants them again. */
export const CONFIRMATIONS_OF_MAILBOX: Quota = { max: 1, seconds: 30 * DAY }

export interface TokenBucket {
  readonly burst: number
  readonly perSecond: number
}

export const TRAFFIC_LIMITS = {
  /** One address on one profile: taps, clicks, downloads, identifications. */
  traffic: { burst: 200, perSecond: 4 },
  /** One address on slugs, profiles and visitors that do not exist: makes enumeration useless. */
  unknown: { burst: 200, perSecond: 1 },
  /** One network on all profiles, existing or not. Many phones of one operator share an address. */
  network: { burst: 2_000, perSecond: 40 },
  /** One network's events that say when they happened: each may fold a visitor's day again. A phone sends events that it could
   * not send before. */
  dated: { burst: 300, perSecond: 1 },
  /**
   * Events that one network's taps, clicks, downloads and forms may append: at most 200,000 in any 24 hours.
   * A fair's Wi-Fi with 10,000 visitors, three cards each, appends fewer; so do the thousands behind one carrier's NAT.
   */
  events: { burst: 113_600, perSecond: 1 },
} as const satisfies Record<string, TokenBucket>

/**
 * How many networks (/64) a /48 of IPv6 counts as. A carrier's /48 has many people, so its quota is large; nobody has to
 * open many profiles that do not exist.
 */
export const NETWORKS_OF_BLOCK = {
  traffic: 16,
  unknown: 2,
  network: 16,
  dated: 16,
  events: 16,
} as const satisfies Record<keyof typeof TRAFFIC_LIMITS, number>

/** Per process, for signed-in calls that append nothing. No person reaches them. */
export const SIGNED_IN_LIMITS = {
  'signed-in': { burst: 1_200, perSecond: 20 },
  /** All accounts from one address: an office, or somebody with many accounts. */
  'signed-in-address': { burst: 6_000, perSecond: 100 },
} as const satisfies Record<string, TokenBucket>

export type CountedLimitName = keyof typeof RATE_LIMITS
type TrafficLimitName = keyof typeof TRAFFIC_LIMITS
export type SignedInLimitName = keyof typeof SIGNED_IN_LIMITS
export type RateLimitName = CountedLimitName | TrafficLimitName | SignedInLimitName

export interface Limits {
  readonly counted: Readonly<Record<CountedLimitName, RateLimit>>
  readonly traffic: Readonly<Record<TrafficLimitName, TokenBucket>>
  readonly signedIn: Readonly<Record<SignedInLimitName, TokenBucket>>
}
