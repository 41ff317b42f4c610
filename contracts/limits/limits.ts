export const LIMITS = {
  bodyBytesMax: 16 * 1024,
  nameCharsMax: 120,
  lineCharsMax: 200,
  paragraphCharsMax: 1_000,
  phoneCharsMax: 40,
  emailCharsMax: 254,
  urlCharsMax: 2_000,
  /** Some mail programs cut links of about 2,000 characters. */
  mailLinkCharsMax: 1_899,
  bioCharsMax: 2_000,
  userAgentCharsMax: 512,
  addressCharsMax: 8_000,
  slugCharsMin: 3,
  slugCharsMax: 60,
  /** A former address leads to its profile for ever, and is read with its page. The present one is not counted. */
  formerSlugsMax: 100,
  passwordCharsMin: 8,
  passwordBytesMax: 72,
  occurredDaysBackMax: 7,
  /** A tap or click that takes longer is answered with 503; the whole call then stays within 3 s. */
  trackWaitMsMax: 2_000,
  /** With an answer's figures, unless all are requested. */
  visitorsWithFigures: 20,
  visitorsListedMax: 200,
  /** A visitor sees only the newest of their own. */
  myFormsMax: 50,
  myMomentsMax: 500,
  myRemindersMax: 20,
  /** Cancelled or erased by one press; no browser of a person has more. */
  myRemindersAtOnceMax: 200,
  /** Open at once, per account and per process. */
  liveStreamsOfAccountMax: 10,
  liveStreamsMax: 2_000,
  /** Filtered figures, reports, comparisons, drawings and mailboxes' pages of one process. */
  heavyReadsAtOnce: 2,
  /** Rows of a page: at most, and where its size is not named. */
  listRowsMax: 1_000,
  historyRowsMax: 100,
  historyRows: 50,
  reminderRowsMax: 100,
  reminderRows: 20,
  searchCharsMax: 100,
  /** Matches of a search are counted up to here; one more means that there are more. */
  searchCountedMax: 1_000,
  /** Events of an account or a profile; commands that would add more are refused. */
  streamEventsMax: 2_000,
  sessionDays: 7,
  /** Open at once; one more ends the least recently used. */
  sessionsOfAccountMax: 100,
  resetMinutes: 60,
  /** A mailed link to the data of a mailbox, and the session that it opens. */
  rightsLinkMinutes: 60,
  rightsSessionMinutes: 60,
  /** A mailbox proves so many things, and its page shows them. */
  keptThingsMax: 200,
  /** Filters by which an administrator read the history within an hour; further ones are counted. */
  readingsListedMax: 50,
  parkedListedMax: 100,
  liveFactsMax: 20,
  insightDays: 91,
  insightsMax: 3,
  ownDaysMax: 366,
  /** Visitors of a card with the name or phone of a request. */
  askedPeopleMax: 10,
  /** The newest visitors of a card, among whom they are looked for. */
  visitorsOpenedMax: 200,
  externalSessionSeconds: 120,
  profilesMax: 1_000,
  codesAtOnceMax: 1_000,
  profilesByDefault: 1,
  imageBytesMax: 10 * 1024 * 1024,
  imagePixelsMax: 40_000_000,
  idempotencyKeyCharsMax: 255,
  /** OpenID Connect Core, section 2 (`sub`). */
  externalSubjectCharsMax: 255,
  cardsMin: 1,
  cardsMax: 50,
} as const

/** The event log, on any store. */
export const STORE_LIMITS = {
  appendBytesMax: 1_000_000,
  eventBytesMax: 256 * 1024,
  appendEventsMax: 500,
  readLimitMax: 10_000,
  readLimitDefault: 1_000,
  /** Events that one read scans, matching or not: more than come in the ten seconds between two checkpoints. */
  scannedEventsMax: 50_000,
  /** Per process; one more append throws Unavailable. */
  queuedAppendsMax: 10_000,
  appendTimeoutMs: 5_000,
} as const
