import { expect, test, vi } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import { createSend, isSettled } from './send-call.ts'
import { turnedClock } from '../../../testing/turned-clock.ts'

const noToken = () => undefined
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

test('a call that hangs is given up', async () => {
  const clock = turnedClock()
  const hanging: typeof fetch = (_address, init) =>
    new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
    )
  const answer = createSend(noToken, clock, hanging)('/a')
  await clock.turn(15_000)
  expect(await answer).toEqual({ status: 0 })
})

testTable([
  [
    'a refused form',
    422,
    '{"detail":"Máximo 40 caracteres.","code":"invalid"}',
    { detail: 'Máximo 40 caracteres.' },
  ],
  ['another answer', 409, '{"detail":"Ya se usó."}', {}],
])(
  'the text of an answer is for the visitor only where a form is refused',
  async (_what, status, body, texts) => {
    const answered = answering(new Response(body, { status }))
    expect(await createSend(noToken, turnedClock(), answered)('/a', {})).toEqual({ status, ...texts })
  },
)

testTable([
  [200, '{"message":"Listo."}', { message: 'Listo.' }],
  [502, '<html>', {}],
])('a call with a key sends it, and returns the server’s message', async (status, body, texts) => {
  const answered = answering(new Response(body, { status }))
  const answer = createSend(noToken, turnedClock(), answered)('/a', {}, { 'idempotency-key': 'k-1' })
  expect(await answer).toEqual({ status, ...texts })
  expect(answered.mock.calls[0]?.[1]?.headers).toMatchObject({ 'idempotency-key': 'k-1' })
})

testTable([
  [true, [200, 404, 409, 422]],
  [false, [0, 408, 429, 500, 503]],
])('nothing is left to do after an answer that stays the same', (settled, statuses) =>
  expect(statuses.map(isSettled)).toEqual(statuses.map(() => settled)),
)
