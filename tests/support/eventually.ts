import { vi } from 'vitest'

/** Longer than anything takes that happens at all, on a machine that has much else to do. */
const WAIT_MS_MAX = 30_000

/** Waits until a check passes; its last failure is the test's. */
export const eventually = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, { timeout: WAIT_MS_MAX, interval: 20 })
