import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../kernel/log/ids.ts'
import { createMemoryLog } from '../../kernel/log/testing/memory-store.ts'
import type { Events } from '../../kernel/commands.ts'
import { openMemoryEvents } from '../../kernel/testing/memory-events.ts'
import { typesIn } from '../../kernel/testing/dying-store.ts'
import { recordDone, type AtOnce } from './requests.ts'

const NOON = '2026-11-24T15:00:00.000Z'
const BY = { kind: 'visitor', id: 'browser' } as const
const SHOWN: AtOnce = { kind: 'access', channel: 'browser', proof: 'browser', about: 'visitor-1.2' }

let store: Events
let clock: string
beforeEach(async () => {
  clock = NOON
  store = await openMemoryEvents(createMemoryLog(), { now: () => new Date(clock), newId })
})
afterEach(() => store.log.dispose())

const record = (asked: AtOnce): Promise<void> =>
  recordDone({ store, now: () => new Date(clock), newId }, asked, { actor: BY, atMs: Date.parse(clock) })

test('what is asked again on the same day of Santiago is one request [PRIV-17]', async () => {
  for (let times = 1; times <= 2; times += 1) await record(SHOWN)
  clock = '2026-11-25T02:59:59.999Z'
  await record(SHOWN)
  expect(await typesIn(store)).toEqual(['RequestReceived', 'RequestAnswered'])
  clock = '2026-11-25T03:00:00.000Z'
  await record(SHOWN)
  expect(await typesIn(store)).toHaveLength(4)
})

test('another kind, channel or person is another request', async () => {
  for (const asked of [{}, { kind: 'correction' }, { channel: 'account' }, { about: 'visitor-1.3' }] as const)
    await record({ ...SHOWN, ...asked })
  expect(await typesIn(store)).toHaveLength(8)
})
