const POLL_MS = 700
const POLL_MS_MAX = 10_000

/** How long to wait before asking again: new taps show within a second; a failing server is asked less and less. */
export const pollDelay = (failures: number): number => Math.min(POLL_MS * 2 ** failures, POLL_MS_MAX)
