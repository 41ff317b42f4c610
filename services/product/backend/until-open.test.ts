import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StoreError, type StoreErrorCode } from '@app/contracts/event-store.ts'
import type { EventStoreSetting } from '../../platform/settings/settings.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { untilOpen, WaitInterrupted } from './until-open.ts'

const SECRET = 'Secreta1'
const EVENTSTOREDB: EventStoreSetting = {
  kind: 'eventstoredb',
  url: `esdb://ana:${SECRET}@uno:2113,dos:2113?tls=true`,
}

let lines: string[]
let disposed: number
let ending: AbortController
const log = { dispose: async () => void (disposed += 1) }
beforeEach(() => {
  lines = []
  disposed = 0
  ending = new AbortController()
})
afterEach(() => expect(getEventListeners(ending.signal, 'abort')).toEqual([]))

const failing = (code: StoreErrorCode): StoreError =>
  new StoreError(code, `inner words with ${SECRET}`, { cause: new Error(SECRET) })
const opening = (
  open: () => Promise<typeof log>,
  setting: EventStoreSetting = EVENTSTOREDB,
  waitMsMax = 60_000,
) =>
  untilOpen(open, { setting, say: (line) => lines.push(line), signal: ending.signal, waitMsMax, retryMs: 1 })

const CONNECTING = 'Conectando con EventStoreDB (uno:2113,dos:2113)…'

test('a log that answers is opened, and only its address is printed', async () => {
  expect(await opening(async () => log, { kind: 'postgres' })).toBe(log)
  expect(lines).toEqual([])
  expect(await opening(async () => log)).toBe(log)
  expect(lines).toEqual([CONNECTING])
})

test('a log that is starting is awaited, and this is printed once', async () => {
  let tries = 0
  const open = async () => {
    tries += 1
    if (tries < 5) throw failing(tries % 2 === 0 ? 'Timeout' : 'Unavailable')
    return log
  }
  expect(await opening(open)).toBe(log)
  expect(lines).toEqual([
    CONNECTING,
    'EventStoreDB (uno:2113,dos:2113) todavía no responde: se sigue intentando por 60 segundos…',
  ])
})

describe('a log that cannot be opened', () => {
  test('is given up after the time limit, with a line of advice', async () => {
    const refused = opening(() => Promise.reject(failing('Unavailable')), EVENTSTOREDB, 20)
    await expect(refused).rejects.toThrow(StartError)
    await expect(refused).rejects.toThrow(/^EventStoreDB \(uno:2113,dos:2113\) no responde: .*EVENTSTORE_URL/)
    expect(lines).toHaveLength(2)
  })

  test.each([
    ['AccessDenied', /no acepta el usuario o la clave de EVENTSTORE_URL/],
    ['Invalid', /lo que dice EVENTSTORE_URL/],
    ['Corrupt', /otro programa/],
    ['InvalidPosition', /revisa EVENTSTORE_URL/],
  ] as const)('is given up at once when waiting does not help: %s', async (code, words) => {
    let tries = 0
    const open = async () => {
      tries += 1
      throw failing(code)
    }
    const refusal = await opening(open).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StartError)
    expect((refusal as Error).message).toMatch(words)
    expect(String(refusal) + JSON.stringify(refusal)).not.toContain(SECRET)
    expect((refusal as Error).cause).toBeUndefined()
    expect([tries, lines]).toEqual([1, [CONNECTING]])
  })

  test('is given up at once when its certificate is refused', async () => {
    const refused = new StoreError('Unavailable', 'No connection established: self-signed certificate')
    await expect(opening(() => Promise.reject(refused))).rejects.toThrow(/su certificado/)
    expect(lines).toEqual([CONNECTING])
  })

  test('has advice about DATABASE_URL in PostgreSQL', async () => {
    const refused = opening(() => Promise.reject(failing('AccessDenied')), { kind: 'postgres' })
    await expect(refused).rejects.toThrow(/^PostgreSQL .*DATABASE_URL/)
  })

  test('keeps an error that is not the store’s', async () => {
    await expect(opening(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow(TypeError)
  })
})

describe('Ctrl-C', () => {
  test('ends the retries at once', async () => {
    const waiting = opening(() => Promise.reject(failing('Unavailable')))
    await expect.poll(() => lines.length).toBe(2)
    ending.abort()
    await expect(waiting).rejects.toThrow(WaitInterrupted)
  })

  test('does not wait for a server that never answers, and closes a log that opens later', async () => {
    let answer: (opened: typeof log) => void = () => undefined
    const waiting = opening(() => new Promise((resolve) => (answer = resolve)))
    ending.abort()
    await expect(waiting).rejects.toThrow(WaitInterrupted)
    answer(log)
    await expect.poll(() => disposed).toBe(1)
  })
})
