import { beforeEach, expect, test } from 'vitest'
import type { EventStore } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/testing/memory-store.ts'
import { newId } from '@app/event-store/ids.ts'
import type { OpenSessions } from '@app/vault/logins/open-sessions.ts'
import { createLiveSessions, type LiveSessions } from './live-sessions.ts'
import type { LiveStream } from './live-stream.ts'
import { createMemorySessions } from '../testing/memory-sessions.ts'
import { write } from '../../../tests/support/api/test-log.ts'

/** Ends streams at once: without the check of a few streams that each heartbeat makes. */

const NOW = new Date('2026-11-21T12:00:00.000Z')
const NOW_MS = NOW.getTime()
const [ENDED, KEPT] = ['0199a000-0000-7000-8000-000000000001', '0199a000-0000-7000-8000-000000000002']

type Whose = Pick<LiveStream, 'accountId' | 'profileId'>
const ANAS: Whose = { accountId: 'ana', profileId: 'anas' }

let store: EventStore
let open: OpenSessions
let isAway: boolean
let asked: (readonly string[])[]
let troubles: unknown[]
let streams: Set<LiveStream>
beforeEach(async () => {
  open = createMemorySessions(() => NOW)
  for (const id of [ENDED, KEPT])
    await open.begin({ id, accountId: 'ana', sessionVersion: 0, device: 'iphone', endsAt: NOW })
  ;[isAway, asked, troubles, streams] = [false, [], [], new Set()]
  store = await openMemoryEventStore(createMemoryLog(), { now: () => NOW, newId })
})

/** Streams that exist at its first tick are checked once. */
function begin(): LiveSessions {
  const openAmong: OpenSessions['openAmong'] = async (ids) => {
    asked.push(ids)
    if (isAway) throw new Error('away')
    return open.openAmong(ids)
  }
  return createLiveSessions({
    store,
    accessControl: { outdate: () => undefined },
    openSessions: { openAmong },
    streams,
    onTrouble: (error) => troubles.push(error),
  })
}

/** A stream and its messages; its check counts calls, and refuses on demand. */
function watch(sessionId: string, { accountId, profileId }: Whose = ANAS) {
  const said: string[] = []
  const look = { count: 0, isRefused: false }
  const stream: LiveStream = {
    accountId,
    sessionId,
    profileId,
    lastEventId: undefined,
    endsAtMs: NOW_MS + 1,
    check: async () => {
      look.count += 1
      if (look.isRefused) throw new Refusal('unauthenticated')
    },
    publishedTo: undefined,
    people: 0,
    say: ({ type }) => void said.push(type),
    beat: () => undefined,
    end: () => void streams.delete(stream),
  }
  streams.add(stream)
  return { stream, said, look }
}

test('the next tick ends all streams of an ended session, and no others, with one query', async () => {
  const [first, second, kept] = [watch(ENDED), watch(ENDED), watch(KEPT)]
  await open.end('ana', ENDED)
  begin().tick(NOW_MS)
  await expect.poll(() => [...streams]).toEqual([kept.stream])
  expect([first.said, second.said, kept.said]).toEqual([['ended'], ['ended'], []])
  expect(asked).toEqual([[ENDED, KEPT]])
})

test('while sessions cannot be read, no stream ends, and the tick after reads again', async () => {
  const { said } = watch(ENDED)
  await open.end('ana', ENDED)
  isAway = true
  const sessions = begin()
  sessions.tick(NOW_MS)
  await expect.poll(() => troubles).toEqual([new Error('away')])
  expect(said).toEqual([])
  isAway = false
  await expect
    .poll(() => {
      sessions.tick(NOW_MS)
      return said
    })
    .toEqual(['ended'])
})

test('without open streams nothing is queried', () => {
  begin().tick(NOW_MS)
  expect(asked).toEqual([])
})

test('an end in the log is checked at the next tick, for the concerned streams, and each stream when it opens', async () => {
  const [anas, theirs, otherProfile] = [
    watch(KEPT),
    watch(KEPT, { accountId: 'leo', profileId: 'leos' }),
    watch(KEPT, { ...ANAS, profileId: 'second' }),
  ]
  const counts = () => [anas, theirs, otherProfile].map(({ look }) => look.count)
  const sessions = begin()
  sessions.tick(NOW_MS)
  // From here on the log is read: nobody reported earlier ends.
  await expect.poll(counts).toEqual([1, 1, 1])
  for (const { look } of [anas, theirs, otherProfile]) look.isRefused = true
  await write(store, NOW, profileStream(ANAS.profileId), [{ type: 'ProfileDeleted', data: {} }])
  sessions.tick(NOW_MS)
  await expect.poll(() => anas.said).toEqual(['ended'])
  expect(counts()).toEqual([2, 1, 1])
  await write(store, NOW, accountStream('ana'), [{ type: 'AccountDeactivated', data: {} }])
  sessions.tick(NOW_MS)
  await expect.poll(() => otherProfile.said).toEqual(['ended'])
  expect([counts(), theirs.said]).toEqual([[2, 1, 2], []])
  const late = watch(KEPT)
  late.look.isRefused = true
  sessions.opened(late.stream)
  await expect.poll(() => late.said).toEqual(['ended'])
})

test('a stream ends with its token, at the tick of that moment', () => {
  const { stream, said } = watch(KEPT)
  const sessions = begin()
  sessions.tick(stream.endsAtMs - 1)
  expect(said).toEqual([])
  sessions.tick(stream.endsAtMs)
  expect(said).toEqual(['ended'])
})
