import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { interaction, type Interaction } from './interaction.ts'
import { durable, occurredAtOf } from './traffic-commands.ts'
import { decides } from '../kernel/testing/specification.ts'

const OTHER_PROFILE = '0190b5a0-7c1e-7d3a-8f00-0000000000a2'
const OTHER_VISITOR = '0190b5a0-7c1e-7d3a-8f00-0000000000b2'
const HASHED_VISITOR = '0190b5a0-7c1e-8d3a-8f00-0000000000b3'
const common = {
  profileId: '0190b5a0-7c1e-7d3a-8f00-0000000000a1',
  visitorId: '0190b5a0-7c1e-7d3a-8f00-0000000000b1',
  userAgent: 'Mozilla/5.0 (iPhone)',
  request: 'get',
} as const
const clicked: Interaction = { type: 'LinkClicked', data: { ...common, network: 'whatsapp' } }
const identified: Interaction = {
  type: 'VisitorIdentified',
  data: { ...common, fullName: 'Ana Paz', phone: '+56912345678', description: 'Feria', consent: 'v1' },
}
const EVENTS: readonly Interaction[] = [
  clicked,
  { type: 'ContactDownloaded', data: { ...common, visitorName: 'Ana' } },
  identified,
]
const changed = (event: Interaction, data: object): Interaction =>
  ({ ...event, data: { ...event.data, ...data } }) as Interaction
const decide = decides(interaction)

decide(
  'an event is recorded once under its id, of one type, profile and visitor; an absent id is no other visitor',
  EVENTS.flatMap((event) => {
    const others = EVENTS.filter(({ type }) => type !== event.type)
    const ids = [{ profileId: OTHER_PROFILE }, { visitorId: OTHER_VISITOR }]
    const hashed = changed(event, { visitorId: HASHED_VISITOR })
    return [
      [[], event, [event]] as const,
      ...[...others, ...ids.map((id) => changed(event, id))].map(
        (other) => [[other], event, 'event-id-taken'] as const,
      ),
      ...[event, hashed].flatMap((one) => [[[one], event, []] as const, [[event], one, []] as const]),
    ]
  }),
)

decide('a retry after the person was erased is still a retry', [
  [[{ type: 'VisitorIdentified', data: { ...common, consent: 'v1' } }], identified, []],
])

const SAID_TWICE: readonly (readonly [before: Interaction, said: Interaction])[] = [
  [clicked, changed(clicked, { visitId: '0190b5a0-7c1e-7d3a-8f00-0000000000c1' })],
  [clicked, changed(clicked, { source: 'qr' })],
  [changed(clicked, { visitorName: 'Eva' }), changed(clicked, { visitorName: 'Ana' })],
  [identified, changed(identified, { fullName: 'Eva Soto' })],
]
decide(
  'another visit, source or name under the same id is refused, not dropped',
  SAID_TWICE.flatMap(([before, said]) => [
    [[said], said, []] as const,
    [[before], said, 'event-id-taken'] as const,
  ]),
)

const tapped: Interaction = {
  type: 'ProfileTapped',
  data: { ...common, visitId: OTHER_VISITOR, source: 'nfc' },
}
const elsewhere = { userAgent: 'curl/8', source: 'qr', visitorId: OTHER_VISITOR }
decide('a tap opens its visit once, also sent again from another network, and of one profile [LOG-2]', [
  [[], tapped, [tapped]],
  [[tapped], tapped, []],
  [[tapped], changed(tapped, elsewhere), []],
  [[tapped], changed(tapped, { profileId: OTHER_PROFILE }), 'event-id-taken'],
])

const NOW = new Date('2026-03-09T12:00:00.000Z')
type Said = Parameters<typeof occurredAtOf>[0]
const instantOf = (said: Said): string => {
  try {
    return occurredAtOf(said, NOW)
  } catch (error) {
    if (error instanceof Refusal) return `${error.code}: ${error.message}`
    throw error
  }
}
const AHEAD = '2026-03-17T12:00:00Z'
const TOO_OLD = 'invalid: occurred_at: puede ser de hasta 7 días atrás.'

testTable<[said: Said, instant: string]>([
  [{}, '2026-03-09T12:00:00.000Z'],
  [{ occurred_at: '2026-03-09T11:59:59.999Z' }, '2026-03-09T11:59:59.999Z'],
  [{ occurred_at: '2026-03-09T08:00:00-03:00' }, '2026-03-09T11:00:00.000Z'],
  [{ occurred_at: '2026-03-02T12:00:00Z' }, '2026-03-02T12:00:00.000Z'],
  [{ occurred_at: '2026-03-02T11:59:59.999Z' }, TOO_OLD],
  // A clock that is ahead, and one that was set back since.
  [{ occurred_at: '2026-03-09T12:00:00.001Z' }, '2026-03-09T12:00:00.000Z'],
  [{ age_ms: -8 * 86_400_000 }, '2026-03-09T12:00:00.000Z'],
  [{ age_ms: 1 }, '2026-03-09T11:59:59.999Z'],
  [{ age_ms: 7 * 86_400_000, occurred_at: AHEAD }, '2026-03-02T12:00:00.000Z'],
  [{ age_ms: 0, occurred_at: '1970-01-01T00:00:00Z' }, '2026-03-09T12:00:00.000Z'],
  [{ age_ms: 7 * 86_400_000 + 1 }, TOO_OLD],
])(
  'a fact happened at its age before now, or at its instant, and at most seven days ago [FIG-9]',
  (said, instant) => expect(instantOf(said)).toBe(instant),
)

test('a fact that is not durable in time is answered as unavailable, whichever step hangs [RUN-1]', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const hanging = { eventId: OTHER_PROFILE, attempt: () => new Promise<void>(() => undefined) }
  const refused = expect(durable(hanging)).rejects.toMatchObject({ code: 'unavailable' })
  await vi.advanceTimersByTimeAsync(LIMITS.trackWaitMsMax)
  await refused
})
