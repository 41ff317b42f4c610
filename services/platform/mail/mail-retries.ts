import { RETENTION } from '@app/contracts/limits/periods.ts'

const FIRST_MS = 5_000
const MOST_MS = 600_000
const GIVEN_UP_AFTER_MS = RETENTION.mailTriesHours * 3_600_000
const JITTER = 0.5

const pauseAfter = (tries: number): number => Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(tries - 1, 20))

/** Counts tries, so that a clock set forward by days gives up no mail. */
const TRIES_MAX = triesWithin(GIVEN_UP_AFTER_MS)

function triesWithin(ms: number): number {
  let tries = 1
  for (let waited = pauseAfter(1); waited <= ms; waited += pauseAfter(tries)) tries += 1
  return tries
}

/** Undefined after six hours of tries. `tries` counts from 1; `random` is 0 to 1. */
export const retryMailAfterMs = (tries: number, random: () => number): number | undefined =>
  tries >= TRIES_MAX ? undefined : pauseAfter(tries) * (1 - JITTER / 2 + JITTER * random())
