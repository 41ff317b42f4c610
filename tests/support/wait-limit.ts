/** Limit of all waits in tests: longer than any working step takes on a busy machine. */
export const WAIT_MS_MAX = 120_000

const lane = process.env.TEST_LANE

/** The limit of one test. It ends what hangs: each wait has its own limit, and a busy machine makes many kills slow. */
export const TEST_MS_MAX = lane === undefined || lane === 'unit' ? 2 * WAIT_MS_MAX : 1_800_000
