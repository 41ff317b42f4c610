const UNSURE_MS = 8_000
const SURE_MS = 30_000

/**
 * Without a stream, polls more often than `LATE_SECONDS`, so that figures never look late while the server answers.
 * With a stream, polls only to see whether the figures keep up with the log.
 */
export const pollDelay = (isLive: boolean): number => (isLive ? SURE_MS : UNSURE_MS)
