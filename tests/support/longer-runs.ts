import { test } from 'vitest'

/** The lanes run what imports this with longer counts (`tests/support/test-lanes.ts`). */
export const isLong = !['', 'unit'].includes(process.env.TEST_LANE ?? '')

/** How often a property is tried: each time in the lanes, a fifth in `npm test`. */
export const runs = (all: number): number => (isLong ? all : Math.ceil(all / 5))

/** Sizes, outages, a death at each step, a wait in real time: a test of the lanes, beside quick ones of the same rule. */
export function longTest(title: string, work: () => unknown): void {
  if (isLong) test(title, async () => void (await work()))
}
