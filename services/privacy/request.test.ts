import { test } from 'vitest'
import { request } from './request.ts'
import { given } from '../kernel/testing/specification.ts'

const asked = {
  kind: 'access',
  channel: 'form',
  proof: 'none',
  profileId: '0190b5a0-7c1e-7d3a-8f00-000000000002',
  name: 'Ana Paz',
  email: 'ana@x.example',
} as const
const proven = { kind: 'erasure', channel: 'mailbox', proof: 'mailbox', about: 'mailbox-1' } as const
const received = { type: 'RequestReceived', data: asked } as const
const receivedProven = { type: 'RequestReceived', data: proven } as const
const confirmed = { type: 'RequestConfirmed', data: { about: 'visitor-p.v', by: 'admin' } } as const
/** Fixtures are received on 20 November 2026. */
const prolonged = {
  type: 'RequestProlonged',
  data: { until: '2027-01-19', reason: 'Buscamos en respaldos.' },
} as const
const done = { outcome: 'done', template: 'done' } as const
const answered = { type: 'RequestAnswered', data: done } as const

const receive = { type: 'Receive', request: asked } as const
const answer = { type: 'Answer', ...done } as const
const confirm = { type: 'Confirm', about: 'visitor-p.v' } as const
const prolong = {
  type: 'Prolong',
  reason: 'Buscamos en respaldos.',
  nowMs: Date.parse('2026-12-01T12:00:00Z'),
} as const

test('a request is received once', () => {
  given(request)().when(receive).then(received)
  given(request)(received).when(receive).thenNothing()
  given(request)(received, answered).when(receive).thenNothing()
})

test('a request that is carried out at once is recorded with its answer, once', () => {
  const both = { type: 'ReceiveAnswered', request: proven, answered: done } as const
  given(request)().when(both).then(receivedProven, answered)
  given(request)(receivedProven, answered).when(both).thenNothing()
  given(request)(receivedProven).when(both).thenNothing()
})

test('a request that nobody made is not found', () => {
  for (const command of [answer, confirm, prolong]) given(request)().when(command).thenRefused('not-found')
})

test('a request has one answer', () => {
  given(request)(received).when(answer).then(answered)
  for (const command of [answer, confirm, prolong])
    given(request)(received, answered)
      .when(command)
      .thenRefused('conflict', 'Esa solicitud ya está respondida.')
})

test('a request without proof is confirmed by an administrator, once', () => {
  given(request)(received).when(confirm).then(confirmed)
  given(request)(received, confirmed).when(confirm).thenNothing()
  given(request)(received, confirmed)
    .when({ ...confirm, about: 'visitor-p.other' })
    .thenRefused('conflict', 'Esa solicitud ya está confirmada.')
})

test('a request without proof that a card’s owner confirmed before is as one that nobody confirmed', () => {
  const byOwner = { type: 'RequestConfirmed', data: { about: 'visitor-p.w', by: 'owner' } } as const
  given(request)(received, byOwner).when(confirm).then(confirmed)
})

test('a request without proof alone is to be confirmed', () =>
  given(request)(receivedProven).when(confirm).thenRefused('conflict'))

test('the period of a request is prolonged once, by 30 days', () => {
  given(request)(received).when(prolong).then(prolonged)
  given(request)(received, prolonged).when(prolong).thenRefused('conflict')
})

test('the period of a request of a block is never prolonged', () => {
  const blocking = { type: 'RequestReceived', data: { ...asked, kind: 'blocking' } } as const
  const inTime = { ...prolong, nowMs: Date.parse('2026-11-20T13:00:00Z') }
  given(request)(blocking).when(inTime).thenRefused('conflict')
})

test.each([
  ['2026-12-21T02:59:59.999Z', true],
  ['2026-12-21T03:00:00.000Z', false],
])(
  'the period of a request is prolonged until its last day in Santiago is over: at %s %s',
  (now, isInTime) => {
    const outcome = given(request)(received).when({ ...prolong, nowMs: Date.parse(now) })
    if (isInTime) outcome.then(prolonged)
    else outcome.thenRefused('conflict')
  },
)
