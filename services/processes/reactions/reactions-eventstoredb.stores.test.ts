import { expect, test } from 'vitest'
import { untilAvailable } from '@app/event-store/contract/contract-fixture.ts'
import { openEventStoreDb } from '@app/event-store/eventstoredb/eventstoredb-store.ts'
import { newId } from '@app/event-store/ids.ts'
import { createPool } from '@app/postgres/pool.ts'
import { NAMES } from '@app/vault/testing/names.ts'
import { openLogServer } from '../../../tests/eventstoredb/open-log-server.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { startReactions } from './reactions.ts'
import { typesIn } from '../testing/dying-store.ts'
import { issue, now, redeem, register } from '../testing/people.ts'
import { eventually } from '../../../tests/support/eventually.ts'

const ACTIVATION = ['CodeRedeemed', 'AccountActivated', 'ProfileSlotTaken', 'SlugClaimed', 'ProfileCreated']
const OTHER_CODE = 'PQRS-TUVW-XYZ2'

test('reactions work alike on a log in EventStoreDB, which writes one stream at a time', async () => {
  const server = await openLogServer()
  const store = await untilAvailable(() => openEventStoreDb({ url: server.url, now, newId, random: () => 0 }))
  const db = createPool((await createTestDatabase()).url, {
    role: 'svc_app',
    applicationName: 'test',
    max: 2,
  })
  const troubles: unknown[] = []
  const onTrouble = (trouble: unknown): void => void troubles.push(trouble)
  const common = { names: NAMES, db, now, newId, random: () => 0, monotonicMs: () => 0, graceMs: 0 }
  const deps = { ...common, store, onTrouble }
  await register(store)
  await issue(store)
  const past = (await typesIn(store)).length
  const early = startReactions(deps)
  try {
    await redeem(store)
    await eventually(async () => expect(await typesIn(store)).toContain('ProfileCreated'))
    expect((await typesIn(store)).slice(past)).toEqual(ACTIVATION)
    await issue(store, OTHER_CODE)
    await redeem(store, OTHER_CODE)
    await eventually(async () => expect(await typesIn(store)).toContain('CodeReleased'))
    expect(troubles).toEqual([])
    const whole = await typesIn(store)
    await early.stop()
    await db.query('delete from reaction.checkpoints')
    const late = startReactions({ ...deps, store })
    const checkpoints = () => db.query('select from reaction.checkpoints')
    await eventually(async () => expect((await checkpoints()).rowCount).toBe(2))
    await late.stop()
    expect(await typesIn(store)).toEqual(whole)
  } finally {
    await early.stop()
    await store.dispose()
    await db.end()
    await server.dispose()
  }
})
