/** Every limit that a caller can meet, stated once: forms, validation and refusals read it from here. */
export const LIMITS = {
  bodyBytesMax: 16 * 1024,
  nameCharsMax: 120,
  lineCharsMax: 200,
  paragraphCharsMax: 1_000,
  phoneCharsMax: 40,
  emailCharsMax: 254,
  urlCharsMax: 2_000,
  userAgentCharsMax: 512,
  /** Of a request, path and query: an external login comes back with the longest. */
  addressCharsMax: 8_000,
  slugCharsMin: 3,
  slugCharsMax: 60,
  passwordCharsMin: 8,
  passwordBytesMax: 72,
  /** How far back an event sent late may lie. */
  occurredDaysBackMax: 7,
  /** A phone's clock may run ahead by this much; the event then counts as of now. */
  clockAheadMsMax: 5 * 60_000,
  /** How long the public profile waits for its tap to be durable before it answers `pending`. */
  tapWaitMsMax: 150,
  /** How long a tracked event may take before the answer is 503: with all else, within 3 s. */
  trackWaitMsMax: 2_000,
  pendingFactsMax: 10_000,
  visitorsListedMax: 200,
  /** Live streams open at once: of one account, and in one process. */
  liveStreamsOfAccountMax: 10,
  liveStreamsMax: 2_000,
  /** Reports under way or waiting: of everybody, and of one account, which leaves the others their turn. */
  reportsWaitingMax: 10,
  reportsOfAccountMax: 3,
  adminProfilesMax: 1_000,
  /** Of one account or one profile: what would add to it beyond this is refused. */
  streamEventsMax: 20_000,
  sessionDays: 7,
  /** Open at once: one more ends the one that was used longest ago. */
  sessionsOfAccountMax: 100,
  /** Of a link to a new password. */
  resetMinutes: 60,
  /** Between an external login and the session that it is exchanged for. */
  externalSessionSeconds: 120,
  profilesMax: 1_000,
  imageBytesMax: 10 * 1024 * 1024,
  imagePixelsMax: 40_000_000,
  idempotencyKeyCharsMax: 255,
  /** By OpenID Connect. */
  externalSubjectCharsMax: 255,
  cardsMin: 1,
  cardsMax: 50,
} as const
