import { expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { WAIT_MS_MAX } from './wait-limit.ts'

/** So that the limit is a moment. */
const SOON = { notBeforeMs: 50 - WAIT_MS_MAX }
const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.unreachable('it passes'),
    (error: Error) => error,
  )

test('a condition is waited for, and its result is the answer', async () => {
  let looks = 0
  const third = () => {
    looks += 1
    expect(looks).toBe(3)
    return 'there'
  }
  expect(await eventually(third, { everyMs: 1 })).toBe('there')
})

test('a condition that never holds is named, with the last failure of its check', async () => {
  const heard: readonly string[] = []
  const error = await failureOf(eventually(() => expect(heard.length).toBe(1), SOON))
  expect(error.message).toBe(
    'waited 50 ms for () => expect(heard.length).toBe(1): expected +0 to be 1 // Object.is equality',
  )
  const named = await failureOf(eventually(() => expect(heard.length).toBe(1), { ...SOON, what: 'news' }))
  expect(named.message).toMatch(/^waited 50 ms for news: expected/)
})
