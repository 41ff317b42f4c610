import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { account } from '../../accounts/account.ts'
import { handle, type CommandContext, type Naming } from '../../kernel/commands.ts'
import { wholeLog } from '../../kernel/testing/whole-log.ts'
import { oneLogin } from '../../platform/postgres/connection.ts'
import { grantAdmin } from '../../accounts/change-administrators.ts'
import { LOG_IN_POSTGRES } from '../../product/testing/backend-on.ts'
import type { Backend } from '../../product/backend/open-backend.ts'
import { storeIdKeys, WRAPPING_KEY } from '../../kernel/keys/testing/names.ts'
import { createAccountIds } from '../../kernel/keys/keyed-ids.ts'
import { createSubjectKeys } from '../../kernel/keys/subject-keys.ts'
import { wrappedBy } from '../../kernel/keys/testing/one-wrapping-key.ts'
import { wrappingFilesInMemory } from '../../kernel/keys/testing/wrapping-files-in-memory.ts'
import { openOpsBackend } from '../ops-session.ts'
import type { Ctx } from '../../platform/ctx.ts'

export const ADMIN_EMAIL = 'admin@tests.example'
const BY = { kind: 'system', id: 'test' } as const
const KEY_BYTE = 7

export const filesOfTests = () => wrappingFilesInMemory(WRAPPING_KEY)

export type InstalledProduct = Awaited<ReturnType<typeof installProduct>>

/** @returns the id of the account */
export async function foundAdministrator({ store, idKeys, newId }: Backend): Promise<string> {
  const id = createAccountIds(idKeys)(ADMIN_EMAIL)
  await handle(store, account, {
    stream: accountStream(id),
    command: {
      type: 'FoundAdministrator',
      name: 'Administradora',
      email: ADMIN_EMAIL,
      credentialId: 'founded',
    },
    cause: { actor: BY, occurredAt: '2026-01-01T00:00:00.000Z', correlationId: 'test' },
    newId,
  })
  return id
}

export async function installProduct() {
  const { url, drop } = await createTestDatabase()
  await storeIdKeys(url)
  const backend = await openOpsBackend(oneLogin(url), filesOfTests(), LOG_IN_POSTGRES)
  const ownerId = await foundAdministrator(backend)
  await grantAdmin(backend, ownerId, BY)
  const random = (bytes: number): Buffer => Buffer.alloc(bytes, KEY_BYTE)
  const { app: db, now } = backend
  const keys = createSubjectKeys({ db, wrapping: wrappedBy(WRAPPING_KEY), random, now })
  /** With the same keys in all test databases, so that visitors are comparable. */
  const deps: CommandContext & Naming & Pick<Ctx, 'keys'> = { ...backend, keys }
  const close = async (): Promise<void> => {
    await backend.close()
    await drop()
  }
  return { url, backend, ownerId, deps, close }
}

export async function trafficIn({ store }: Backend) {
  const types = ['ProfileTapped', 'LinkClicked', 'ContactDownloaded']
  return (await wholeLog(store, types))
    .map(({ position: _position, recordedAt: _recordedAt, ...event }) => event)
    .sort((a, b) => a.id.localeCompare(b.id))
}
