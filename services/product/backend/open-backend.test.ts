import { expect, test } from 'vitest'
import { StoreError, type EventStore } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { oneLogin, NotYet } from '../../platform/postgres/connection.ts'
import { testTable } from '../../../tests/support/every.ts'
import { SERVING, logStartError, openSealedLog } from './open-backend.ts'

const SECRET = 'Secreta1'
const EVENTSTOREDB = { kind: 'eventstoredb', url: `esdb://ana:${SECRET}@uno:2113,dos:2113?tls=true` } as const

test('a log whose user may not read all of it is refused at opening, and closed', async () => {
  let disposed = 0
  const log = {
    storeId: 'a log that can be read by streams only',
    headPosition: () => Promise.reject(new StoreError('AccessDenied', 'no rights on $all')),
    dispose: async () => void (disposed += 1),
  } as Partial<EventStore> as EventStore
  const urls = oneLogin('postgres://uno/base')
  const options = { urls, log: EVENTSTOREDB, limits: SERVING, openEventLog: async () => log }
  const opened = openSealedLog(options, async () => undefined)
  await expect(opened).rejects.toMatchObject({ code: 'AccessDenied' })
  expect(disposed).toBe(1)
})

testTable([
  ['Unavailable', '', 'revisa que esté en marcha, que EVENTSTORE_URL', true],
  ['Timeout', '', 'EVENTSTORE_URL', true],
  ['Unavailable', 'self-signed certificate', 'su certificado', false],
  ['AccessDenied', '', 'no acepta el usuario o la clave de EVENTSTORE_URL', false],
  ['Corrupt', '', 'EVENTSTORE_URL', false],
] as const)(
  'an EventStoreDB that does not open is named with advice, without its password, and awaited where that may help',
  (code, message, words, isAwaited) => {
    const error = logStartError(
      new StoreError(code, `${message} ${SECRET}`, { cause: new Error(SECRET) }),
      EVENTSTOREDB,
    )
    expect(error).toBeInstanceOf(isAwaited ? NotYet : StartError)
    expect(error instanceof NotYet).toBe(isAwaited)
    expect(error.message).toMatch(new RegExp(`^EventStoreDB \\(uno:2113,dos:2113\\) .*${words}`))
    expect(String(error) + JSON.stringify(error)).not.toContain(SECRET)
    expect(error.cause).toBeUndefined()
  },
)

test('a log in PostgreSQL that does not open is named with its setting', () => {
  const error = logStartError(new StoreError('AccessDenied', 'no'), { kind: 'postgres' })
  expect(error.message).toMatch(/^PostgreSQL .*DATABASE_URL/)
})
