import { StoreError, type EventStore, type NewEvent } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { slugStream } from '@app/contracts/profiles.ts'
import { account, type AccountCommand } from '../accounts/account.ts'
import { slug } from '../profiles/slug.ts'
import { newId } from './log/ids.ts'
import { headOf } from './log/testing/head-of.ts'
import { createMemoryLog } from './log/testing/memory-store.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { readStream } from './codec.ts'
import { append, envelop, handle, load, type Cause, type Events } from './commands.ts'
import { openMemoryEvents, withLog } from './testing/memory-events.ts'

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

type Append = EventStore['append']

/** The store, with an action in place of its n-th append. */
function appendingBy(instead: (nth: number, write: () => ReturnType<Append>) => ReturnType<Append>) {
  const sent: (readonly NewEvent[])[] = []
  const append: Append = (stream, expected, events) => {
    sent.push(events)
    return instead(sent.length, () => store.log.append(stream, expected, events))
  }
  return { store: withLog(store, { append }), sent }
}

describe('a decision', () => {
  test('is appended in its envelope, with today’s version and its cause [LOG-10]', async () => {
    const { events, appended } = await handle(store, slug, claim(ANA))
    expect(events).toEqual([{ type: 'SlugClaimed', data: { profileId: ANA } }])
    expect(appended).toMatchObject({ revision: 0n, replayed: false })
    const [stored] = await readStream(store, SLUG)
    expect(stored).toMatchObject({ ...events[0], version: 1, meta: { ...cause, causationId: null } })
    const followed = envelop(events[0]!, ANA, { ...cause, causationId: LUIS })
    expect(followed).toMatchObject({ id: ANA, version: 1, meta: { causationId: LUIS } })
  })

  test('without events, or to refuse, appends nothing', async () => {
    const state = { status: 'claimed', profileId: ANA }
    expect(await handle(store, slug, claim(ANA))).toMatchObject({ state })
    const watched = appendingBy((_nth, write) => write())
    expect(await handle(watched.store, slug, claim(ANA))).toEqual({ state, events: [] })
    expect(watched.sent).toEqual([])
    expect(await refused(handle(store, account, close))).toMatchObject({ code: 'not-found' })
    expect(await headOf(store.log, STREAM)).toBe('noStream')
  })
})

describe('a lost race', () => {
  test('is decided again on the winner’s state, 31 times, and then reported', async () => {
    await append(store, STREAM, 'noStream', [enveloped(registered)])
    const raced = (losses: number) => {
      let head = 0n
      return appendingBy(async (nth, write) => {
        if (nth === 1) head = (await headOf(store.log, STREAM)) as bigint
        if (nth <= losses) await append(store, STREAM, head + BigInt(nth - 1), [enveloped(closed)])
        return write()
      })
    }
    const once = raced(1)
    expect((await handle(once.store, account, close)).appended?.revision).toBe(2n)
    expect(await typesIn(STREAM)).toEqual(['AccountRegistered', 'SessionsClosed', 'SessionsClosed'])
    expect(new Set(once.sent.map(([event]) => event!.id)).size).toBe(2)
    const always = raced(99)
    expect(await refused(handle(always.store, account, close))).toMatchObject({ code: 'Conflict' })
    expect(always.sent).toHaveLength(32)
  })

  test('may come to another decision [LOG-7]', async () => {
    const raced = appendingBy(async (_nth, write) => {
      await handle(store, slug, claim(LUIS))
      return write()
    })
    expect(await refused(handle(raced.store, slug, claim(ANA)))).toMatchObject({ code: 'conflict' })
    expect(await typesIn(SLUG)).toEqual(['SlugClaimed'])
  })
})

const timeout = () => new StoreError('Timeout', 'no answer', { ambiguous: true })

describe('an ambiguous append', () => {
  testTable([true, false])(
    'is sent again with the same ids, and is there once, whether it was written or not [LOG-2]',
    async (isWritten) => {
      store = await openMemoryEvents(createMemoryLog(), { now: () => new Date('2026-03-02'), newId })
      const lossy = appendingBy(async (nth, write) => {
        if (nth > 1) return write()
        if (isWritten) await write()
        throw timeout()
      })
      const { appended } = await handle(lossy.store, slug, claim(ANA))
      expect(appended).toMatchObject({ revision: 0n, replayed: isWritten })
      expect(lossy.sent).toHaveLength(2)
      expect(lossy.sent[1]).toEqual(lossy.sent[0])
      expect(await typesIn(SLUG)).toEqual(['SlugClaimed'])
    },
  )

  testTable([
    [timeout(), 2],
    [new StoreError('Unavailable', 'down'), 1],
  ])(
    'is sent again once, and then reported; one that was certainly not written at once',
    async (error, times) => {
      const failing = appendingBy(() => Promise.reject(error))
      expect(await refused(handle(failing.store, slug, claim(ANA)))).toBe(error)
      expect(failing.sent).toHaveLength(times)
    },
  )

  test('that lost its revision meanwhile is decided again', async () => {
    const raced = appendingBy(async (nth, write) => {
      if (nth > 1) return write()
      await handle(store, slug, claim(LUIS))
      throw timeout()
    })
    expect(await refused(handle(raced.store, slug, claim(ANA)))).toMatchObject({ code: 'conflict' })
    expect(raced.sent).toHaveLength(2)
  })
})

testTable([0, 249, 250, 251, 500, 1_345])('a stream of any length is loaded to its end', async (count) => {
  const of = accountStream(`of-${count}`)
  const taken: DomainEvent = { type: 'ProfileSlotTaken', data: { profileId: ANA } }
  const events = [registered, ...Array.from({ length: count }, () => taken)].map(enveloped).slice(0, count)
  for (let from = 0; from < count; from += 500)
    await append(store, of, from === 0 ? 'noStream' : BigInt(from - 1), events.slice(from, from + 500))
  const { state, expected } = await load(store, account, of)
  expect(expected).toBe(count === 0 ? 'noStream' : BigInt(count - 1))
  expect(count === 0 ? [] : state).toMatchObject(count === 0 ? [] : { slots: events.slice(1).map(() => ANA) })
})

test('an event that nobody can read stops its stream, and the error names it', async () => {
  await store.log.append(STREAM, 'noStream', [enveloped(registered), { ...enveloped(closed), version: 99 }])
  const { code, facts } = (await refused(load(store, account, STREAM))) as StoreError
  expect([code, facts.stream, facts.revision]).toEqual(['Corrupt', STREAM, 1n])
})
