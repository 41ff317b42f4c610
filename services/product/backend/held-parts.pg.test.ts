import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RELAY } from '../../kafka/relay.ts'
import { makeCheckpoint } from '../../kernel/checkpoint.ts'
import { createPool, endPool } from '../../platform/postgres/pool.ts'
import type pg from 'pg'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { holdParts, missingParts } from './held-parts.ts'

let reader: pg.Pool
let projector: pg.Pool
beforeAll(async () => {
  const { url } = await createTestDatabase()
  reader = createPool(url, { role: 'svc_reader', applicationName: 'parts', max: 3 })
  projector = createPool(url, { role: 'svc_projector', applicationName: 'parts', max: 1 })
})
afterAll(async () => {
  await endPool(reader)
  await endPool(projector)
})

test('a part is missing until a process does it, and again once the last connection of those that do is gone', async () => {
  const [one, other] = [await reader.connect(), await reader.connect()]
  expect(await missingParts(reader)).toEqual(['api', 'projections', 'reminders'])
  await holdParts(one, ['api', 'reminders'])
  await holdParts(other, ['reminders'])
  expect(await missingParts(reader)).toEqual(['projections'])
  one.release(true)
  await eventually(async () => expect(await missingParts(reader)).toEqual(['api', 'projections']))
  other.release(true)
  await eventually(async () => expect(await missingParts(reader)).toContain('reminders'))
})

test('a relay is missing only where there was one', async () => {
  expect(await missingParts(reader)).not.toContain('relay')
  await makeCheckpoint(projector, RELAY, randomUUID())
  expect(await missingParts(reader)).toContain('relay')
})
