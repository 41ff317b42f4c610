import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '@app/event-store/ids.ts'
import { createMemoryLog } from '@app/event-store/testing/memory-store.ts'
import type { Events } from '@app/kernel/commands.ts'
import { openMemoryEvents, withLog } from '@app/kernel/testing/memory-events.ts'
import { typesIn } from '../testing/dying-store.ts'
import { createAtOnceRecorder, type AtOnce } from './requests.ts'

const NOON = '2026-11-24T15:00:00.000Z'
const BY = { kind: 'visitor', id: 'browser' } as const
const SHOWN: AtOnce = { kind: 'access', channel: 'browser', proof: 'browser', about: 'visitor-1.2' }

let store: Events
let clock: string
let troubles: unknown[]
beforeEach(async () => {
  clock = NOON
  store = await openMemoryEvents(createMemoryLog(), { now: () => new Date(clock), newId })
  troubles = []
})
afterEach(() => store.log.dispose())

const recorder = (to: Events = store) =>
  createAtOnceRecorder({
    store: to,
    now: () => new Date(clock),
    newId,
    onTrouble: (error) => troubles.push(error),
  })

test('what is asked again on the same day of Santiago is one request, in any process [PRIV-17]', async () => {
  const [one, other] = [recorder(), recorder()]
  for (const record of [one, one, other]) await record(SHOWN, BY)
  clock = '2026-11-25T02:59:59.999Z'
  await one(SHOWN, BY)
  expect(await typesIn(store)).toEqual(['RequestReceived', 'RequestAnswered'])
  clock = '2026-11-25T03:00:00.000Z'
  await one(SHOWN, BY)
  expect(await typesIn(store)).toHaveLength(4)
})

test('another kind, channel or person is another request', async () => {
  const record = recorder()
  for (const asked of [{}, { kind: 'correction' }, { channel: 'account' }, { about: 'visitor-1.3' }] as const)
    await record({ ...SHOWN, ...asked }, BY)
  expect(await typesIn(store)).toHaveLength(8)
})

test('a log that is away fails nothing, and the next try records it [PRIV-17]', async () => {
  let isAway = true
  const failing = withLog(store, {
    append: async (...args) => {
      if (isAway) throw new Error('the log is away')
      return store.log.append(...args)
    },
  })
  const record = recorder(failing)
  await record(SHOWN, BY)
  expect([await typesIn(store), troubles]).toEqual([[], [new Error('the log is away')]])
  isAway = false
  await record(SHOWN, BY)
  expect(await typesIn(store)).toHaveLength(2)
})

test('a log that does not answer is not waited for longer than a second [PRIV-17]', async () => {
  vi.useFakeTimers()
  try {
    const record = recorder(withLog(store, { append: () => new Promise(() => undefined) }))(SHOWN, BY)
    await vi.advanceTimersByTimeAsync(1_000)
    await expect(record).resolves.toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})
