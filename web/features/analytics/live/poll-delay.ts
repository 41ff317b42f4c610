const UNSURE_MS = 8_000
const SURE_MS = 30_000

/**
 * How long to wait before the figures are asked for though nothing said that they moved. Without the stream, often enough
 * that they never call themselves late (from ten seconds on) while the server answers; with it, just to see whether the
 * figures still keep up with the log.
 */
export const pollDelay = (told: boolean): number => (told ? SURE_MS : UNSURE_MS)
