import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { append } from '../../kernel/commands.ts'
import { withConnection } from '../../platform/postgres/connection.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { backendOn } from '../testing/backend-on.ts'

async function openOwnBackend(hasSpace?: () => boolean) {
  const { url } = await createTestDatabase()
  const backend = await backendOn(url, { hasSpace })
  onTestFinished(backend.close)
  const asOwner = (text: string): Promise<unknown> => withConnection(url, (client) => client.query(text))
  const appendOne = () =>
    append(backend.store, `interaction-${randomUUID()}`, 'noStream', [
      {
        id: randomUUID(),
        type: 'AdminRevoked',
        version: 1,
        data: {},
        meta: {
          actor: { kind: 'system', id: 'test' },
          occurredAt: '2026-11-20T12:00:00.000Z',
          correlationId: 'test',
          causationId: null,
        },
      },
    ])
  return { backend, asOwner, appendOne }
}

test('no append is accepted without disk space, and no key of a person is written', async () => {
  let hasSpace = true
  const { backend, appendOne } = await openOwnBackend(() => hasSpace)
  await appendOne()
  hasSpace = false
  await expect(appendOne()).rejects.toMatchObject({ code: 'Unavailable', facts: { reason: 'no-space' } })
  expect(await backend.takesAppends()).toBe(true)
})
