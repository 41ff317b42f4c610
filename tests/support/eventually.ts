import { WAIT_MS_MAX } from './wait-limit.ts'
import { vi } from 'vitest'

interface Waiting {
  /** The condition in words, if the check itself does not show it. */
  readonly what?: string | (() => unknown)
  readonly everyMs?: number
  /** It cannot come earlier, however quick the machine is. */
  readonly notBeforeMs?: number
}

/**
 * Waits until a check passes, up to the limit of all tests.
 * @throws Error that says what was waited for, and how the check failed last
 */
export async function eventually<Result>(
  check: () => Result | Promise<Result>,
  { what = check, everyMs = 20, notBeforeMs = 0 }: Waiting = {},
): Promise<Result> {
  const timeout = notBeforeMs + WAIT_MS_MAX
  try {
    return await vi.waitFor(check, { timeout, interval: everyMs })
  } catch (cause) {
    const last = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`waited ${timeout} ms for ${typeof what === 'string' ? what : sourceOf(what)}: ${last}`, {
      cause,
    })
  }
}

/** As the test has it, on one line and without what vitest makes of imports. */
const sourceOf = (check: () => unknown): string =>
  String(check)
    .replaceAll(/\(0,\s*__vi\w*import_\d+__\.(\w+)\)|__vi\w*import_\d+__\./g, '$1')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 200)
