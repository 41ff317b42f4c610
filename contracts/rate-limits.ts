/**
 * How often calls may be made: the one place. The setting RATE_LIMITS raises or lowers them by name.
 * Traffic is held back loosely, in each process; the others are counted in the database, for all processes together.
 */

/** So many within so many seconds. */
export interface Quota {
  readonly max: number
  readonly seconds: number
}

export interface RateLimit {
  /** `refused`: what succeeds is given back, so that only wrong tries are counted. */
  readonly counts: 'every' | 'refused'
  readonly perAddress: Quota
  /** Of one address on one account: a stranger's tries are held back before they touch the owner's own. */
  readonly perAccountAndAddress?: Quota
  /** From wherever. Addresses from which the account came in before are not held back by it. */
  readonly perAccount?: Quota
}

const MINUTE = 60
const HOUR = 3_600

export const RATE_LIMITS = {
  login: {
    counts: 'refused',
    perAddress: { max: 100, seconds: 15 * MINUTE },
    // Twice as many is what two windows that meet let through: never more than thirty.
    perAccountAndAddress: { max: 15, seconds: 15 * MINUTE },
    perAccount: { max: 200, seconds: HOUR },
  },
  'external-login': { counts: 'every', perAddress: { max: 60, seconds: 15 * MINUTE } },
  register: { counts: 'every', perAddress: { max: 30, seconds: HOUR } },
  'forgot-password': { counts: 'every', perAddress: { max: 30, seconds: HOUR } },
  // Asked whether a link holds, the call succeeds also where it does not: so every one is counted.
  'reset-token': { counts: 'every', perAddress: { max: 60, seconds: 15 * MINUTE } },
  // Those that succeed as well: each is an event, for which an account has only so much room.
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
  // Each is an event of the profile for ever.
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
  quotation: { counts: 'every', perAddress: { max: 10, seconds: HOUR } },
} as const satisfies Record<string, RateLimit>
/** So many addresses are known of an account, each for so long: one with a script cannot leave a row for each that it has. */
export const USUAL_ADDRESSES: Quota = { max: 100, seconds: 30 * 24 * HOUR }
/** Mails to one mailbox for a new password: more are not sent, and nobody is told. */
export const RESET_MAILS: Quota = { max: 5, seconds: HOUR }

/** A bucket that holds `burst` and fills by `perSecond`. */
export interface TokenBucket {
  readonly burst: number
  readonly perSecond: number
}

export const TRAFFIC_LIMITS = {
  /** Of one address on one profile: taps, clicks, downloads, identifications. */
  traffic: { burst: 200, perSecond: 4 },
  /** Slugs and profiles that do not exist, of one address: walking through them finds nothing. */
  unknown: { burst: 200, perSecond: 1 },
  /** Of one network on all profiles together, known and unknown; many phones of one operator share an address. */
  network: { burst: 2_000, perSecond: 40 },
} as const satisfies Record<string, TokenBucket>

/** Calls of signed-in people that leave nothing in the log, in each process: no person comes near. */
export const SIGNED_IN_LIMITS = {
  /** Of one account from one address. */
  'signed-in': { burst: 1_200, perSecond: 20 },
  /** Of all accounts from one address: an office is behind it, or somebody with many accounts. */
  'signed-in-address': { burst: 6_000, perSecond: 100 },
} as const satisfies Record<string, TokenBucket>

export type CountedLimitName = keyof typeof RATE_LIMITS
export type TrafficLimitName = keyof typeof TRAFFIC_LIMITS
export type SignedInLimitName = keyof typeof SIGNED_IN_LIMITS
export type RateLimitName = CountedLimitName | TrafficLimitName | SignedInLimitName

/** The limits as they hold in one product: the ordinary ones, with the changes that its settings make. */
export interface Limits {
  readonly counted: Readonly<Record<CountedLimitName, RateLimit>>
  readonly traffic: Readonly<Record<TrafficLimitName, TokenBucket>>
  readonly signedIn: Readonly<Record<SignedInLimitName, TokenBucket>>
}
