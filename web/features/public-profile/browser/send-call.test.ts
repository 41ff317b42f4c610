import { expect, test, vi } from 'vitest'
import { createSend, isSettled } from './send-call.ts'
import { turnedClock } from './visit/turned-clock.ts'

const answering = (response: Response) => vi.fn<typeof fetch>(() => Promise.resolve(response))

test('a call outlives the page and carries the token when there is one', async () => {
  const fetched = answering(new Response('{}'))
  await createSend(() => 'abc', turnedClock(), fetched)('/a', { x: 1 })
  expect(fetched).toHaveBeenCalledWith(
    '/a',
    expect.objectContaining({
      method: 'POST',
      keepalive: true,
      cache: 'no-store',
      body: '{"x":1}',
      headers: { 'content-type': 'application/json', authorization: 'Bearer abc' },
    }),
  )
})

test('a call without a body is a GET', async () => {
  const fetched = answering(new Response('{}'))
  await createSend(() => undefined, turnedClock(), fetched)('/a')
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: 'GET', headers: {} })
  expect(fetched.mock.calls[0]?.[1]).not.toHaveProperty('body')
})

test('a failure is an answer, not an exception', async () => {
  const send = createSend(
    () => undefined,
    turnedClock(),
    () => Promise.reject(new TypeError('offline')),
  )
  expect(await send('/a')).toEqual({ status: 0 })
})

test('a call that hangs is given up', async () => {
  const clock = turnedClock()
  const hanging: typeof fetch = (_address, init) =>
    new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
    )
  const answer = createSend(() => undefined, clock, hanging)('/a')
  await clock.turn(15_000)
  expect(await answer).toEqual({ status: 0 })
})

test('a refused form shows why', async () => {
  const refused = answering(
    new Response('{"detail":"Máximo 40 caracteres.","code":"invalid"}', { status: 422 }),
  )
  expect(await createSend(() => undefined, turnedClock(), refused)('/a', {})).toEqual({
    status: 422,
    detail: 'Máximo 40 caracteres.',
  })
})

test('a call with a key sends it, and returns the server’s message', async () => {
  const answered = answering(new Response('{"message":"Listo."}'))
  expect(
    await createSend(() => undefined, turnedClock(), answered)('/a', {}, { 'idempotency-key': 'k-1' }),
  ).toEqual({
    status: 200,
    message: 'Listo.',
  })
  expect(answered.mock.calls[0]?.[1]?.headers).toMatchObject({ 'idempotency-key': 'k-1' })
  const refused = answering(new Response('<html>', { status: 502 }))
  expect(
    await createSend(() => undefined, turnedClock(), refused)('/a', {}, { 'idempotency-key': 'k-1' }),
  ).toEqual({ status: 502 })
})

test.each([
  [200, true],
  [404, true],
  [409, true],
  [422, true],
  [0, false],
  [429, false],
  [500, false],
  [503, false],
])('after status %i nothing is left to do: %s', (status, settled) => {
  expect(isSettled(status)).toBe(settled)
})
