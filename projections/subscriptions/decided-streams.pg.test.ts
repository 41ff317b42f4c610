import { expect, test } from 'vitest'
import fc from 'fast-check'
import { REMINDERS } from '@app/contracts/reminders/events.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { nextReminder, type Subscription } from '@app/services/reminders/subscription-state.ts'
import { subscription, type SubscriptionCommand } from '@app/services/reminders/subscription.ts'
import { NOW, openReadSide, type Given } from '../testing/read-side.ts'
import { DEMO } from '../testing/traffic-story.ts'
import { subscriptionsModel } from './read-model.ts'
import { subscriptionId } from './testing/subscription-story.ts'

const STREAMS = 5
const COMMANDS = 800
const seed = Number(process.env['TEST_SEED'])

const wish = { profileId: DEMO, email: 'ana@empresa.example', consent: 'v1' }
const at = NOW.toISOString()
const cycle = fc.integer({ min: 1, max: 4 })
const mail = { cycle, reminder: fc.constantFrom(...REMINDERS), messageId: fc.constant('one@mail.example') }
const command: fc.Arbitrary<SubscriptionCommand> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ type: 'Subscribe', wish } as const) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('StartSend' as const), ...mail }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('SettleSend' as const),
      ...mail,
      outcome: fc.constantFrom(
        { kind: 'sent' } as const,
        { kind: 'uncertain', reason: 'no reply' } as const,
        { kind: 'failed', reason: '4.2.1' } as const,
        { kind: 'refused', status: '5.7.1' } as const,
      ),
      at: fc.constant(at),
    }),
  },
  fc.record({ type: fc.constant('Skip' as const), ...mail, reason: fc.constant('late') }),
  fc.constant({ type: 'Convert', how: 'said' } as const),
  fc.constant({ type: 'Cancel', by: 'subscriber' } as const),
)

/** The part of the decider's state that a row shows. */
const shownOf = (state: Subscription) =>
  state.status === 'none'
    ? []
    : [
        {
          cycle: state.cycle,
          status: state.status,
          first_status: state.reminders.first.status,
          second_status: state.reminders.second.status,
          next_reminder: nextReminder(state) ?? null,
        },
      ]

function decidedStreams() {
  const states = new Map<string, Subscription>()
  const given: Given[] = []
  const commands = fc.tuple(fc.integer({ min: 1, max: STREAMS }), command)
  for (const [nth, one] of fc.sample(commands, { seed, numRuns: COMMANDS })) {
    const id = subscriptionId(nth)
    const before = states.get(id) ?? subscription.initial
    const events: readonly DomainEvent[] = subscription.decide(one, before)
    given.push(...events.map(({ type, data }): Given => ({ type, data, stream: `subscription-${id}`, at })))
    states.set(
      id,
      events.reduce((state, event) => subscription.evolve(state, event, OCCURRENCE), before),
    )
  }
  return { states, given }
}
const byId = (one: string, other: string): number => one.localeCompare(other)
const OCCURRENCE = { revision: 0n, occurredAt: at }

test('the row of each stream equals its decider’s state', async () => {
  const side = await openReadSide()
  try {
    const { states, given } = decidedStreams()
    await side.given(...given)
    await side.project(subscriptionsModel, 7)
    expect(
      await side.rows(
        'select cycle, status, first_status, second_status, next_reminder from read.subscriptions order by id',
      ),
    ).toEqual([...states.keys()].toSorted(byId).flatMap((id) => shownOf(states.get(id)!)))
    expect(await side.rows('select error from kernel.parked')).toEqual([])
    expect(given.length).toBeGreaterThan(COMMANDS / 16)
  } finally {
    await side.close()
  }
})
