import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { append } from '../../kernel/commands.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { backendOn } from '../testing/backend-on.ts'

test('no append is accepted without disk space, and the database would still take one', async () => {
  let isRoomy = true
  const backend = await backendOn((await createTestDatabase()).url, { hasSpace: () => isRoomy })
  onTestFinished(backend.close)
  const actor = { kind: 'system', id: 'test' } as const
  const meta = { actor, occurredAt: '2026-11-20T12:00:00.000Z', correlationId: 'test', causationId: null }
  const appendOne = () => {
    const event = { id: randomUUID(), type: 'AdminRevoked', version: 1, data: {}, meta }
    return append(backend.store, `interaction-${event.id}`, 'noStream', [event])
  }
  await appendOne()
  isRoomy = false
  await expect(appendOne()).rejects.toMatchObject({ code: 'Unavailable', facts: { reason: 'no-space' } })
  expect(await backend.takesAppends()).toBe(true)
})
