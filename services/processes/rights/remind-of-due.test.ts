import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventStore } from '@app/contracts/event-store.ts'
import { ADMINISTRATORS_STREAM } from '@app/contracts/events/administrator-events.ts'
import { newId } from '@app/event-store/ids.ts'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/testing/memory-store.ts'
import { write } from '../../../tests/support/api/test-log.ts'
import { administratorIn, createDueReminder } from './remind-of-due.ts'

let store: EventStore
let clock: string
let isDue: boolean
let mails: string[]
let isFull: boolean
beforeEach(async () => {
  clock = '2026-11-24T15:00:00.000Z'
  isDue = true
  isFull = false
  mails = []
  store = await openMemoryEventStore(createMemoryLog(), { now: () => new Date(clock), newId })
  await write(
    store,
    new Date(clock),
    ADMINISTRATORS_STREAM,
    ['ana', 'beto'].map((accountId) => ({ type: 'AdministratorListed', data: { accountId } })),
  )
})
afterEach(() => store.dispose())

const reminder = () =>
  createDueReminder({
    store,
    isAnyDue: async () => isDue,
    requestMail: async (addressee) => {
      if (isFull) throw new Error('full')
      mails.push(`${administratorIn(addressee)} ${addressee.subject.slice(-10)}`)
    },
    now: () => new Date(clock),
  })
const TODAY = ['ana 2026-11-24', 'beto 2026-11-24']

test('every active administrator is written to once a day of Santiago, while a request is due soon [PRIV-17]', async () => {
  const poll = reminder()
  await poll()
  await poll()
  expect(mails).toEqual(TODAY)
  clock = '2026-11-25T02:59:59.999Z'
  await poll()
  expect(mails).toEqual(TODAY)
  clock = '2026-11-25T03:00:00.000Z'
  await poll()
  expect(mails).toEqual([...TODAY, 'ana 2026-11-25', 'beto 2026-11-25'])
})

test('nobody is written to while nothing is due; later on that day they are', async () => {
  const poll = reminder()
  isDue = false
  await poll()
  expect(mails).toEqual([])
  isDue = true
  await poll()
  expect(mails).toEqual(TODAY)
})

test('two processes name the same mail, which the queue then sends once', async () => {
  await reminder()()
  await reminder()()
  expect(new Set(mails)).toEqual(new Set(TODAY))
})

test('a full queue is tried again at the next poll', async () => {
  const poll = reminder()
  isFull = true
  await expect(poll()).rejects.toThrow('full')
  isFull = false
  await poll()
  expect(mails).toEqual(TODAY)
})
