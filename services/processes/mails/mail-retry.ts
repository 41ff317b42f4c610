const FIRST_MS = 5_000
const MOST_MS = 600_000
const GIVEN_UP_AFTER_MS = 6 * 3_600_000
const JITTER = 0.5

const pauseAfter = (tries: number): number => Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(tries - 1, 20))

/** By tries and not by the clock, so that a clock set forward by days gives up no mail. */
const TRIES_MAX = triesWithin(GIVEN_UP_AFTER_MS)

function triesWithin(ms: number): number {
  let tries = 1
  for (let waited = pauseAfter(1); waited <= ms; waited += pauseAfter(tries)) tries += 1
  return tries
}

/**
 * Milliseconds before the next try of a mail; undefined when it was tried for six hours.
 * @param tries so far, from 1
 * @param random 0 to 1: the jitter, which leaves the mean as it is
 */
export const retryMailAfterMs = (tries: number, random: () => number): number | undefined =>
  tries >= TRIES_MAX ? undefined : pauseAfter(tries) * (1 - JITTER / 2 + JITTER * random())
