import { request } from './request.ts'
import { decides } from '../kernel/testing/specification.ts'

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

const both = { type: 'ReceiveAnswered', request: proven, answered: done } as const
const byOwner = { type: 'RequestConfirmed', data: { about: 'visitor-p.w', by: 'owner' } } as const
const decide = decides(request)

decide('a request is received once, and answered once, maybe with its receipt', [
  [[], receive, [received]],
  [[received], receive, []],
  [[received, answered], receive, []],
  [[], both, [receivedProven, answered]],
  [[receivedProven, answered], both, []],
  [[receivedProven], both, []],
  [[received], answer, [answered]],
  ...[answer, confirm, prolong].flatMap((command) => [
    [[], command, 'not-found'] as const,
    [[received, answered], command, 'conflict: Esa solicitud ya está respondida.'] as const,
  ]),
])

decide('a request without proof alone is confirmed by an administrator, once, as if no owner had done so', [
  [[received], confirm, [confirmed]],
  [[received, confirmed], confirm, []],
  [
    [received, confirmed],
    { ...confirm, about: 'visitor-p.other' },
    'conflict: Esa solicitud ya está confirmada.',
  ],
  [[received, byOwner], confirm, [confirmed]],
  [[receivedProven], confirm, 'conflict'],
])

const prolongAt = (now: string) => ({ ...prolong, nowMs: Date.parse(now) })
const blocking = { type: 'RequestReceived', data: { ...asked, kind: 'blocking' } } as const
decide(
  'a period is prolonged once, by 30 days, until its last day in Santiago is over, and of a block never',
  [
    [[received], prolong, [prolonged]],
    [[received, prolonged], prolong, 'conflict'],
    [[blocking], prolongAt('2026-11-20T13:00:00Z'), 'conflict'],
    [[received], prolongAt('2026-12-21T02:59:59.999Z'), [prolonged]],
    [[received], prolongAt('2026-12-21T03:00:00.000Z'), 'conflict'],
  ],
)
