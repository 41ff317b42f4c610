import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { oneLogin } from '@app/outside/database-urls.ts'
import { LOG } from '@app/outside/migrations/0001-log.ts'
import { VAULT } from '@app/outside/migrations/0002-vault.ts'
import { PROJECTIONS } from '@app/outside/migrations/0003-projections.ts'
import { ACCOUNTS } from '@app/outside/migrations/0004-accounts.ts'
import { KEY_LOSSES } from '@app/outside/migrations/0005-key-losses.ts'
import { STATE_SNAPSHOTS } from '@app/outside/migrations/0006-state-snapshots.ts'
import { MAIL_QUEUE } from '@app/outside/migrations/0007-mail-queue.ts'
import { LOGINS } from '@app/outside/migrations/0008-logins.ts'
import { withConnection } from '@app/outside/postgres-connection.ts'
import { createEpochKeyFiles } from '@app/vault/epoch-key-files.ts'
import { derivedIdKeys } from '@app/vault/id-keys.ts'
import { createAccountIds } from '@app/vault/keyed-ids.ts'
import { isMasterKey } from '@app/vault/master-key.ts'
import { wrapKey } from '@app/vault/subject-keys.ts'
import { openBackend } from './backend.ts'

const MASTER_KEY = Buffer.alloc(32, 'master key')
const ANAS_KEY = Buffer.alloc(32, 'key of ana')
const EMAIL = 'ana@tests.example'
const BEFORE = {
  '0001-log': LOG,
  '0002-vault': VAULT,
  '0003-projections': PROJECTIONS,
  '0004-accounts': ACCOUNTS,
  '0005-key-losses': KEY_LOSSES,
  '0006-state-snapshots': STATE_SNAPSHOTS,
  '0007-mail-queue': MAIL_QUEUE,
  '0008-logins': LOGINS,
}

/** A database as the program left it before there were epochs, with the key of somebody. */
async function ownOldDatabase(): Promise<string> {
  const name = `old_${randomUUID().replaceAll('-', '')}`
  const asOwner = (text: string) =>
    withConnection(inject('postgresUrl'), async (client) => void (await client.query(text)))
  await asOwner(`create database ${name}`)
  onTestFinished(() => asOwner(`drop database if exists ${name} with (force)`))
  const url = new URL(inject('postgresUrl'))
  url.pathname = name
  await withConnection(url.href, async (client) => {
    await client.query('create schema migration')
    await client.query(
      'create table migration.applied (name text primary key, applied_at timestamptz not null default now())',
    )
    for (const [migration, sql] of Object.entries(BEFORE)) {
      await client.query(`begin; ${sql}; commit`)
      await client.query('insert into migration.applied (name) values ($1)', [migration])
    }
    expect(await isMasterKey(client as never, MASTER_KEY, randomBytes)).toBe(true)
    await client.query(
      "insert into vault.subject_keys (subject, wrapped_key, created_at) values ('ana', $1, now())",
      [wrapKey({ wrappedBy: MASTER_KEY, random: randomBytes }, 'ana', ANAS_KEY)],
    )
  })
  return url.href
}

test('a database of before opens: the same keys, the same ids, and nothing under the master key itself', async () => {
  const url = await ownOldDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'app-epochs-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const sources = {
    masterKeys: async () => [MASTER_KEY],
    epochKeys: createEpochKeyFiles(folder, randomBytes),
  }
  const log = {
    setting: { kind: 'postgres' },
    say: () => undefined,
    signal: new AbortController().signal,
  } as const
  const backend = await openBackend(oneLogin(url), sources, log, () => undefined)
  onTestFinished(backend.close)

  expect(await readdir(folder)).toEqual(['1'])
  expect(createAccountIds(backend.idKeys)(EMAIL)).toBe(createAccountIds(derivedIdKeys(MASTER_KEY))(EMAIL))
  expect((await backend.keys.forReading(['ana'])).get('ana')).toEqual(ANAS_KEY)
  const losses = await backend.keys.losses()
  expect(await backend.epochs.finish()).toEqual({ epoch: 1, rewrapped: 1 })
  expect((await backend.keys.forReading(['ana'])).get('ana')).toEqual(ANAS_KEY)
  expect(await backend.keys.losses()).toBe(losses)
  const { rows } = await backend.app.query('select epoch from vault.key_epochs')
  expect(rows).toEqual([{ epoch: 1 }])
})
