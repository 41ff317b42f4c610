import { expect, test, vi } from 'vitest'
import { createMyDataCalls } from './my-data-requests.ts'

const VISITOR = '0199a000-0000-7000-8000-000000000001'
const asked = { profileId: 'p1', slug: 'demo', visitorId: VISITOR }
const answering = (status: number, body: unknown) =>
  vi.fn<typeof fetch>(async () => new Response(JSON.stringify(body), { status }))

test('the id travels in a header, and in no address [PRIV-6]', async () => {
  const send = answering(200, { forms: [] })
  const { show, correct, erase, cancelReminders, object } = createMyDataCalls(asked, send)
  expect(await show()).toEqual({ kind: 'done', answer: { forms: [] } })
  await correct({ full_name: 'Ana', phone: '912345678', description: 'x' })
  await erase()
  await cancelReminders()
  await object()
  expect(send.mock.calls.map(([address, init]) => [address, init?.method])).toEqual([
    ['/api/public/my-data/p1', 'GET'],
    ['/api/public/my-data/p1', 'POST'],
    ['/api/public/my-data/p1', 'DELETE'],
    ['/api/public/my-data/p1/cancel-reminders', 'POST'],
    ['/api/public/my-data/p1/object', 'POST'],
  ])
  for (const [, init] of send.mock.calls) expect(init?.headers).toMatchObject({ 'visitor-id': VISITOR })
})

test.each([
  [404, { code: 'visitor-not-found' }, { kind: 'none' }],
  [422, { detail: 'Escribe un teléfono.' }, { kind: 'failed', detail: 'Escribe un teléfono.' }],
  [502, undefined, { kind: 'failed', detail: undefined }],
])('%i is understood', async (status, body, outcome) => {
  expect(await createMyDataCalls(asked, answering(status, body)).show()).toEqual(outcome)
})

test('a browser without an id makes no call', async () => {
  const send = answering(200, {})
  expect(await createMyDataCalls({ ...asked, visitorId: undefined }, send).show()).toEqual({ kind: 'none' })
  expect(send).not.toHaveBeenCalled()
})
