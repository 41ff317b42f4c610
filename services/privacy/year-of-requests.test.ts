import { expect, test } from 'vitest'
import { addDays, dayInSantiago, daysBetween, startOfDayMs, weekdayOf } from '@app/contracts/calendar.ts'
import { REQUEST_CHANNELS, REQUEST_KINDS } from '@app/contracts/privacy/requests.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { request, type Request, type RequestCommand } from './request.ts'

/** As printed in the calendars of 2026 and 2027: counted again on purpose. */
const HOLIDAYS = new Set(
  `2026-01-01 2026-04-03 2026-04-04 2026-05-01 2026-05-21 2026-06-21 2026-06-29 2026-07-16 2026-08-15 2026-09-18
   2026-09-19 2026-10-12 2026-10-31 2026-11-01 2026-12-08 2026-12-25 2027-01-01 2027-03-26 2027-03-27`.split(
    /\s+/,
  ),
)
const isWorked = (day: string): boolean => weekdayOf(day) < 5 && !HOLIDAYS.has(day)
const workingDaysBetween = (from: string, to: string): number =>
  Array.from({ length: daysBetween(from, to) }, (_, nth) => addDays(from, nth + 1)).filter(isWorked).length

const [REQUESTS, HOUR_MS, FIRST, LAST] = [1_000, 3_600_000, '2026-03-01', '2027-02-28']
const HEARD_AT_ONCE = new Set<string>(['mailbox', 'browser', 'account', 'command'])

interface Case {
  state: Request
  readonly receivedMs: number
  answeredMs?: number
}

function run(one: Case, command: RequestCommand, atMs: number): void {
  const occurredAt = new Date(atMs).toISOString()
  for (const event of request.decide(command, one.state))
    one.state = request.evolve(one.state, event, { occurredAt, revision: 0n })
  if (one.state.status === 'answered') one.answeredMs ??= atMs
}

const answer = { type: 'Answer', outcome: 'done', template: 'done' } as const

/** Requests of all kinds and channels, more on days before holidays. */
function received(): readonly Case[] {
  const days = daysBetween(FIRST, LAST)
  return Array.from({ length: REQUESTS }, (_, nth) => {
    const kind = REQUEST_KINDS[nth % REQUEST_KINDS.length]!
    const channel = REQUEST_CHANNELS[Math.floor(nth / 7) % REQUEST_CHANNELS.length]!
    const day = nth % 9 === 0 ? addDays('2026-09-14', nth % 8) : addDays(FIRST, (nth * 37) % (days - 60))
    const receivedMs = startOfDayMs(day) + ((nth * 53) % 24) * HOUR_MS
    const isAtOnce = HEARD_AT_ONCE.has(channel)
    const asked = { kind, channel, proof: isAtOnce ? 'session' : 'none' } as const
    const one: Case = { state: request.initial, receivedMs }
    const command = isAtOnce
      ? ({
          type: 'ReceiveAnswered',
          request: asked,
          answered: { outcome: 'done', template: 'done' },
        } as const)
      : ({ type: 'Receive', request: asked } as const)
    run(one, command as RequestCommand, receivedMs)
    return one
  })
}

/** Off the list, by its due days: what is due before the next working day. Every fifth is prolonged first. */
function workOn(all: readonly Case[], day: string): void {
  const atMs = startOfDayMs(day) + 10 * HOUR_MS
  let next = addDays(day, 1)
  while (!isWorked(next)) next = addDays(next, 1)
  for (const [nth, one] of all.entries()) {
    if (one.receivedMs > atMs || one.state.status !== 'open' || one.state.dueDay >= next) continue
    const isProlonged = nth % 5 > 0 || one.state.isProlonged || one.state.received.kind === 'blocking'
    run(one, isProlonged ? answer : { type: 'Prolong', reason: 'Buscamos más.', nowMs: atMs }, atMs)
  }
}

test('in a year of 1,000 requests none is late or unanswered, and each block is within two working days [PRIV-17]', () => {
  const all = received()
  for (let day = FIRST; day <= LAST; day = addDays(day, 1)) if (isWorked(day)) workOn(all, day)
  const ways = all.map(({ state, receivedMs, answeredMs }) => {
    if (state.status !== 'answered' || answeredMs === undefined) throw new Error('one has no answer')
    const { kind, channel } = state.received
    const [from, to] = [dayInSantiago(receivedMs), dayInSantiago(answeredMs)]
    const isBlock = kind === 'blocking'
    const [took, max] = isBlock
      ? [workingDaysBetween(from, to), 2]
      : [daysBetween(from, to), state.isProlonged ? 60 : 30]
    expect(took, `${kind} of ${from}`).toBeLessThanOrEqual(max)
    expect(() => request.decide(answer, state)).toThrow(Refusal)
    return `${kind} ${channel}`
  })
  expect(new Set(ways).size).toBe(REQUEST_KINDS.length * REQUEST_CHANNELS.length)
})
