import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { STORE_IDENTITY_STREAM, vaultBound } from '@app/contracts/events/record.ts'
import { NO_DETAILS } from '@app/contracts/events/profile-events.ts'
import { account } from '@app/domain/account.ts'
import { handle } from '@app/event-store/handle.ts'
import LOG from '@app/postgres/migrations/0001-log.ts'
import VAULT from '@app/postgres/migrations/0002-vault.ts'
import PROJECTIONS from '@app/postgres/migrations/0003-projections.ts'
import ACCOUNTS from '@app/postgres/migrations/0004-accounts.ts'
import KEY_LOSSES from '@app/postgres/migrations/0005-key-losses.ts'
import STATE_SNAPSHOTS from '@app/postgres/migrations/0006-state-snapshots.ts'
import MAIL_QUEUE from '@app/postgres/migrations/0007-mail-queue.ts'
import LOGINS from '@app/postgres/migrations/0008-logins.ts'
import { ownDatabase } from '../../../tests/support/own-database.ts'
import { withConnection } from '@app/postgres/connection.ts'
import { migrate } from '@app/postgres/migrations.ts'
import { causeBy } from '@app/processes/command-context.ts'
import { activateAccount } from '@app/processes/accounts/activate-account.ts'
import { accountsProjection } from '@app/projections/accounts/projection.ts'
import { ensureBuild } from '@app/projections/runtime/ensure-build.ts'
import { profilesProjection } from '@app/projections/profiles/projection.ts'
import { findProfileBySlug } from '@app/projections/profiles/queries.ts'
import { createLogFeed } from '@app/projections/runtime/log-feed.ts'
import { runBatch } from '@app/projections/runtime/run-batch.ts'
import { createEpochKeyFiles } from '@app/vault/keys/epoch-key-files.ts'
import { derivedIdKeys } from '@app/vault/keys/id-keys.ts'
import { createAccountIds } from '@app/vault/keys/keyed-ids.ts'
import { isMasterKey } from '@app/vault/keys/master-key.ts'
import { findVaultId } from '@app/vault/vault-id.ts'
import { sealFields } from '@app/vault/seals/sealed-fields.ts'
import { wrapKey } from '@app/vault/keys/subject-keys.ts'
import { backendOn } from '../testing/backend-on.ts'

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

const ANA = '0190b5a0-7c1e-7d3a-8f00-0000000000a1'
const CODE = 'ABCD-EFGH-JKMN'
const CREATED_ID = '0190b5a0-7c1e-7d3a-8f00-0000000000b1'
const DETAILS = { ...NO_DETAILS, name: 'Ana Rivas' }

/** Events of version 1 for a profile and a code, with slug and code in clear. */
const FORMER_EVENTS = [
  { stream: 'slug-ana-rivas', type: 'SlugClaimed', data: { profileId: ANA } },
  {
    stream: `profile-${ANA}`,
    type: 'ProfileCreated',
    id: CREATED_ID,
    keyRef: `profile-${ANA}`,
    data: sealFields({ ownerId: 'ana', slug: 'ana-rivas', details: DETAILS }, ['details'], {
      key: ANAS_KEY,
      eventId: CREATED_ID,
      random: randomBytes,
    }),
  },
  { stream: `activationCode-${CODE}`, type: 'CodeIssued', data: { maxProfiles: 3 } },
]

async function writeFormerEvents(client: pg.Client): Promise<void> {
  for (const [at, { stream, type, data, keyRef, id = randomUUID() }] of FORMER_EVENTS.entries()) {
    const actor = { kind: 'system', id: 'test' }
    const occurredAt = '2026-11-01T12:00:00.000Z'
    const meta = { actor, occurredAt, correlationId: id, causationId: null, keyRef }
    await client.query(
      `insert into log.events (position, stream, revision, id, type, version, data, meta, recorded_at)
       values ($1, $2, 0, $3, $4, 1, $5, $6, now())`,
      [at + 1, stream, id, type, data, meta],
    )
  }
}

/** A database from before epochs existed, with an account's keys and profile. */
async function ownOldDatabase(): Promise<string> {
  const url = await ownDatabase()
  await withConnection(url, async (client) => {
    await client.query('create schema migration')
    await client.query(
      'create table migration.applied (name text primary key, applied_at timestamptz not null default now())',
    )
    for (const [migration, sql] of Object.entries(BEFORE)) {
      await client.query(`begin; ${sql}; commit`)
      await client.query('insert into migration.applied (name) values ($1)', [migration])
    }
    expect(await isMasterKey(client as never, MASTER_KEY, randomBytes)).toBe(true)
    for (const subject of ['ana', `profile-${ANA}`])
      await client.query(
        'insert into vault.subject_keys (subject, wrapped_key, created_at) values ($1, $2, now())',
        [subject, wrapKey({ wrappedBy: MASTER_KEY, random: randomBytes }, subject, ANAS_KEY)],
      )
    await writeFormerEvents(client)
  })
  return url
}

/** The same database, opened by this program. */
async function ownOpened(url?: string) {
  url ??= await ownOldDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'app-epochs-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const sources = {
    masterKeys: async () => [MASTER_KEY],
    epochKeys: createEpochKeyFiles(folder, randomBytes),
  }
  const backend = await backendOn(url, { sources })
  onTestFinished(backend.close)
  return { backend, folder }
}

test('an older database opens with the same keys and ids, and its slugs and codes still work [RUN-8]', async () => {
  const { backend, folder } = await ownOpened()
  const [, bound] = await backend.store.readStream(STORE_IDENTITY_STREAM)
  expect(bound?.data).toEqual({ vaultId: await findVaultId(backend.app) })

  // Nothing stays under the master key itself.
  expect(await readdir(folder)).toEqual(['1'])
  expect(createAccountIds(backend.idKeys)(EMAIL)).toBe(createAccountIds(derivedIdKeys(MASTER_KEY))(EMAIL))
  expect((await backend.keys.forReading(['ana'])).get('ana')).toEqual(ANAS_KEY)
  const losses = await backend.keys.losses()
  expect(await backend.epochs.finish()).toEqual({ epoch: 1, rewrapped: 2 })
  expect((await backend.keys.forReading(['ana'])).get('ana')).toEqual(ANAS_KEY)
  expect(await backend.keys.losses()).toBe(losses)
  const { rows } = await backend.app.query('select epoch from vault.key_epochs')
  expect(rows).toEqual([{ epoch: 1 }])

  // A page is found, its slug is taken, and a code is redeemed once.
  const { projector, store, seals, now, names, newId } = backend
  for (const projection of [accountsProjection, profilesProjection]) {
    const build = await ensureBuild(projector, projection, { storeId: store.storeId, now: now() })
    const feed = createLogFeed(store, projection.handles)
    await runBatch({ db: projector, feed, seals, now, batchEventsMax: 100 }, projection, build)
  }
  const found = await findProfileBySlug({ db: backend.reader, seals }, 'ana-rivas')
  expect(found?.profile).toMatchObject({ id: ANA, slug: 'ana-rivas', name: 'Ana Rivas' })

  const register = async (id: string) =>
    handle(store, account, {
      stream: accountStream(id),
      command: { type: 'Register', name: 'Ana Rivas', email: EMAIL, credentialId: 'c', consent: 'c' },
      cause: causeBy(backend, { kind: 'owner', id }),
      newId,
    })
  const activate = (accountId: string) =>
    activateAccount(
      { store, names, now, newId },
      { accountId, code: CODE, actor: { kind: 'owner', id: accountId } },
    )
  await register('one')
  await register('two')
  expect((await activate('one')).slug).toMatch(/^ana-rivas-[2-9b-z]{4}$/)
  await expect(activate('two')).rejects.toMatchObject({ code: 'invalid-code' })
})

test('copies of an older vault get the same id, and another vault gets another id', async () => {
  const url = await ownOldDatabase()
  const copy = await ownDatabase(url)
  const ids = []
  for (const each of [url, copy, await ownOldDatabase()]) {
    await migrate(each)
    ids.push(await withConnection(each, (client) => findVaultId(client as never)))
  }
  expect(vaultBound.written.safeParse({ vaultId: ids[0] }).success).toBe(true)
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

test('an event that was forged before the first one opens with an older log, is read by nobody, and is named [LOG-6]', async () => {
  const url = await ownOldDatabase()
  await withConnection(url, (client) =>
    client.query(
      `insert into log.events select -9223372036854775808, stream, 1, gen_random_uuid(), type, version, data, meta, now()
       from log.events where type = 'CodeIssued'`,
    ),
  )
  const { backend } = await ownOpened(url)
  const stream = `activationCode-${CODE}`
  expect(await backend.sealed.readStream(stream)).toHaveLength(1)
  const { misplaced } = await backend.sealed.inspect(await backend.sealed.headPosition())
  expect(misplaced).toMatchObject([{ stream, type: 'CodeIssued', position: -(2n ** 63n) }])
})
