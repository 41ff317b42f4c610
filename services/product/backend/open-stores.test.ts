import { expect, test } from 'vitest'
import { StoreError, type EventStore } from '@app/contracts/event-store.ts'
import { SERVING } from './backend-roles.ts'
import { openSealedLog } from './open-stores.ts'

test('a log whose user may not read all of it is refused at opening, and closed', async () => {
  let disposed = 0
  const log = {
    storeId: 'a log that can be read by streams only',
    headPosition: () => Promise.reject(new StoreError('AccessDenied', 'no rights on $all')),
    dispose: async () => void (disposed += 1),
  } as Partial<EventStore> as EventStore
  const opened = openSealedLog({
    urls: { app: 'postgres://uno/base' },
    log: { setting: { kind: 'eventstoredb', url: 'esdb://ana:Secreta1@uno:2113' } },
    roles: SERVING,
    openEventLog: async () => log,
  })
  await expect(opened).rejects.toMatchObject({ code: 'AccessDenied' })
  expect(disposed).toBe(1)
})
