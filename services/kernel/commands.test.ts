import { StoreError, type EventStore, type NewEvent } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/accounts/events.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { slugStream } from '@app/contracts/profiles/slug-events.ts'
import { account, type AccountCommand } from '../accounts/account.ts'
import { slug } from '../profiles/slug.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { randomFor } from './log/contract/random.ts'
import { headOf } from './log/testing/head-of.ts'
import { readStream } from './codec.ts'
import { append, envelop, handle, load, type Cause, type Events } from './commands.ts'
import { openMemoryEvents, withLog } from './testing/memory-events.ts'
import { createMemoryLog } from './log/testing/memory-store.ts'

const random = randomFor('handle')
const newId = random.uuid
const cause: Cause = {
  actor: { kind: 'owner', id: 'ana' },
  occurredAt: '2026-03-02T12:00:00.000Z',
  correlationId: '0190b5a0-7c1e-7d3a-8f00-000000000001',
}
const STREAM = accountStream('ana')
const SLUG = slugStream('ana-paz')
const registered: DomainEvent = { type: 'AccountRegistered', data: { name: 'Ana', email: 'ana@x.example' } }
const closed: DomainEvent = { type: 'SessionsClosed', data: { by: 'owner' } }
const close = {
  stream: STREAM,
  command: { type: 'CloseSessions', by: 'owner' } as AccountCommand,
  cause,
  newId,
}
const claim = (profileId: string) => ({
  stream: SLUG,
  command: { type: 'ClaimSlug' as const, profileId },
  cause,
  newId,
})
const ANA = '0190b5a0-7c1e-7d3a-8f00-0000000000a1'
const LUIS = '0190b5a0-7c1e-7d3a-8f00-0000000000a2'

let store: Events
beforeEach(async () => {
  store = await openMemoryEvents(createMemoryLog(), { now: () => new Date('2026-03-02'), newId })
})
const enveloped = (event: DomainEvent): NewEvent => envelop(event, newId(), cause)
const typesIn = async (stream: string) => (await readStream(store, stream)).map(({ type }) => type)
const refused = (work: Promise<unknown>) => work.then(undefined, (error: unknown) => error)

/** The store, with an action just before its n-th append. */
function interrupted(before: (nth: number) => Promise<void>) {
  const sent: NewEvent[] = []
  const append: EventStore['append'] = async (stream, expected, events) => {
    sent.push(...events)
    await before(sent.length)
    return store.log.append(stream, expected, events)
  }
  return { store: withLog(store, { append }), sent }
}

describe('a decision', () => {
  test('is appended in its envelope [LOG-10]', async () => {
    const { events, appended } = await handle(store, slug, claim(ANA))
    expect(events).toEqual([{ type: 'SlugClaimed', data: { profileId: ANA } }])
    expect(appended).toMatchObject({ revision: 0n, replayed: false })
    const [stored] = await readStream(store, SLUG)
    expect(stored).toMatchObject({ ...events[0], version: 1, meta: { ...cause, causationId: null } })
  })

  test('has today’s version and its cause [LOG-10]', () => {
    const tap = { visitId: ANA, profileId: ANA, visitorId: ANA, source: 'nfc', userAgent: '', request: 'get' }
    const event = { type: 'ProfileTapped', data: tap } as DomainEvent
    expect(envelop(event, ANA, { ...cause, causationId: LUIS })).toMatchObject({
      id: ANA,
      version: 1,
      meta: { causationId: LUIS },
    })
  })

  test('without events appends nothing', async () => {
    const state = { status: 'claimed', profileId: ANA }
    expect(await handle(store, slug, claim(ANA))).toMatchObject({ state })
    const { store: watched, sent } = interrupted(async () => undefined)
    expect(await handle(watched, slug, claim(ANA))).toEqual({ state, events: [] })
    expect(sent).toEqual([])
  })

  test('to refuse appends nothing', async () => {
    expect(await refused(handle(store, account, close))).toMatchObject({ code: 'not-found' })
    expect(await headOf(store.log, STREAM)).toBe('noStream')
  })
})

describe('a lost race', () => {
  test('is decided again on the winner’s state', async () => {
    await append(store, STREAM, 'noStream', [enveloped(registered)])
    const { store: raced, sent } = interrupted(async (nth) => {
      if (nth === 1) await append(store, STREAM, 0n, [enveloped(closed)])
    })
    const { appended } = await handle(raced, account, close)
    expect(appended?.revision).toBe(2n)
    expect(await typesIn(STREAM)).toEqual(['AccountRegistered', 'SessionsClosed', 'SessionsClosed'])
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2)
  })

  test('may come to another decision', async () => {
    const { store: raced } = interrupted(async () => {
      await handle(store, slug, claim(LUIS))
    })
    expect(await refused(handle(raced, slug, claim(ANA)))).toMatchObject({ code: 'conflict' })
    expect(await typesIn(SLUG)).toEqual(['SlugClaimed'])
  })

  test('is decided again 31 times, and then reported', async () => {
    await append(store, STREAM, 'noStream', [enveloped(registered)])
    const { store: raced, sent } = interrupted(async (nth) => {
      await append(store, STREAM, BigInt(nth - 1), [enveloped(closed)])
    })
    expect(await refused(handle(raced, account, close))).toMatchObject({ code: 'Conflict' })
    expect(sent).toHaveLength(32)
  })
})

const timeout = () => new StoreError('Timeout', 'no answer', { ambiguous: true })

/** The store, whose first answers are lost: after it has written, or before. */
function losingAnswers(written: 'written' | 'not written', losses: number) {
  const sent: NewEvent[][] = []
  const append: EventStore['append'] = async (stream, expected, events) => {
    sent.push([...events])
    const isLost = sent.length <= losses
    const answer =
      isLost && written === 'not written' ? undefined : store.log.append(stream, expected, events)
    await answer
    if (isLost || answer === undefined) throw timeout()
    return answer
  }
  return { store: withLog(store, { append }), sent }
}

describe('an ambiguous append', () => {
  test.each(['written', 'not written'] as const)(
    'and was %s is sent again with the same ids, and is there once [LOG-2]',
    async (fate) => {
      const { store: lossy, sent } = losingAnswers(fate, 1)
      const { appended } = await handle(lossy, slug, claim(ANA))
      expect(appended).toMatchObject({ revision: 0n, replayed: fate === 'written' })
      expect(sent).toHaveLength(2)
      expect(sent[1]).toEqual(sent[0])
      expect(await typesIn(SLUG)).toEqual(['SlugClaimed'])
    },
  )

  test('is sent again once, and then reported', async () => {
    const { store: lossy, sent } = losingAnswers('not written', 9)
    expect(await refused(handle(lossy, slug, claim(ANA)))).toMatchObject({ code: 'Timeout', ambiguous: true })
    expect(sent).toHaveLength(2)
  })

  test('that lost its revision meanwhile is decided again', async () => {
    let calls = 0
    const append: EventStore['append'] = async (stream, expected, events) => {
      calls += 1
      if (calls > 1) return store.log.append(stream, expected, events)
      await handle(store, slug, claim(LUIS))
      throw timeout()
    }
    expect(await refused(handle(withLog(store, { append }), slug, claim(ANA)))).toMatchObject({
      code: 'conflict',
    })
    expect(calls).toBe(2)
  })

  test('is retried, but one that was certainly not written is reported at once', async () => {
    const sent: unknown[] = []
    const append: EventStore['append'] = async (...call) => {
      sent.push(call)
      throw new StoreError('Unavailable', 'down')
    }
    const error = await refused(handle(withLog(store, { append }), slug, claim(ANA)))
    expect(error).toMatchObject({ code: 'Unavailable' })
    expect(sent).toHaveLength(1)
  })
})

describe('loading', () => {
  test('a missing stream gives the initial state', async () => {
    expect(await load(store, slug, SLUG)).toEqual({ state: { status: 'free' }, expected: 'noStream' })
  })

  test.each([999, 1_000, 1_001, 2_000, 2_345])('reads a stream of %i events to its end', async (count) => {
    const taken: DomainEvent = { type: 'ProfileSlotTaken', data: { profileId: ANA } }
    const events = [registered, ...Array.from({ length: count - 1 }, () => taken)].map(enveloped)
    for (let from = 0; from < count; from += 500)
      await append(store, STREAM, from === 0 ? 'noStream' : BigInt(from - 1), events.slice(from, from + 500))
    const { state, expected } = await load(store, account, STREAM)
    expect(expected).toBe(BigInt(count - 1))
    expect(state).toMatchObject({ slots: Array.from({ length: count - 1 }, () => ANA) })
  })
})
