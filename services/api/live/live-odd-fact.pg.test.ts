import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { visitStream } from '@app/contracts/events/visit-events.ts'
import { PHONE } from '@app/projections/testing/read-side.ts'
import { readLive, type LiveReader } from '../testing/live-reader.ts'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'

/** The log takes every UUID for an event's id, also those of no version; an import or another writer brings them. */
const ODD_ID = '11111111-2222-3333-4444-555555555555'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const readers: LiveReader[] = []
afterEach(() => readers.forEach((reader) => reader.leave()))

async function read(profileId: string): Promise<LiveReader> {
  const reader = await readLive(api.url, { profileId, token: api.owner.token })
  readers.push(reader)
  return reader
}

test('an event with an id of an unknown version is sent like any other, and delays nobody', async () => {
  const [odd, other] = [await api.newProfile('odd'), await api.newProfile('other')]
  const now = api.clock.now().toISOString()
  const meta = {
    actor: { kind: 'visitor', id: 'v' },
    occurredAt: now,
    correlationId: 'c',
    causationId: null,
  } as const
  const data = {
    visitId: uuid(1),
    profileId: odd.id,
    visitorId: uuid(2),
    source: 'nfc',
    userAgent: PHONE,
    request: 'get',
  }
  await api.store.append(visitStream(ODD_ID), 'noStream', [
    { id: ODD_ID, type: 'ProfileTapped', version: 3, data, meta },
  ])
  await api.settle()
  const [ofOdd, ofOther] = [await read(odd.id), await read(other.id)]
  expect(await ofOther.next()).toMatchObject({ type: 'opened', facts: [] })
  expect(await ofOdd.next()).toMatchObject({ type: 'opened', facts: [{ id: ODD_ID }], people: 1 })
})
