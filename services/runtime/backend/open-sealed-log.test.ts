import { expect, test } from 'vitest'
import { StoreError, type EventStore } from '@app/contracts/event-store.ts'
import { SERVING } from './backend-roles.ts'
import { openSealedLog } from './open-sealed-log.ts'

test('a log whose user may not read all of it is refused at opening, and closed', async () => {
  let disposed = 0
  const log = {
    storeId: 'a log that can be read by streams only',
    headPosition: () => Promise.reject(new StoreError('AccessDenied', 'no rights on $all')),
    dispose: async () => void (disposed += 1),
  } as Partial<EventStore> as EventStore
  const opened = openSealedLog({
    setting: { kind: 'eventstoredb', url: 'esdb://ana:Secreta1@uno:2113' },
    url: 'postgres://uno/base',
    role: SERVING.log,
    now: () => new Date(0),
    open: async () => log,
  })
  await expect(opened).rejects.toMatchObject({ code: 'AccessDenied' })
  expect(disposed).toBe(1)
})
