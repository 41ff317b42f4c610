import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAccounts } from '@app/projections/accounts/queries.ts'
import { listCodes } from '@app/projections/codes/queries.ts'
import { listProfiles } from '@app/projections/profiles/list-profiles.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { listQuotations } from '@app/projections/quotations/queries.ts'
import { ensureBuild } from '@app/projections/runtime/ensure-build.ts'
import { listReminders } from '@app/projections/subscriptions/list-reminders.ts'
import { createKeyVault } from '@app/vault/keys/key-vault.ts'
import { createKeyedNames } from '@app/vault/keys/keyed-names.ts'
import { NO_EPOCH_KEYS } from '@app/vault/keys/epoch-keys.ts'
import { createRowSeals } from '@app/vault/seals/row-seals.ts'
import type { SealedRows } from '@app/projections/profiles/queries.ts'
import pg from 'pg'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { fillLists } from './fill-lists.ts'
import { activationCodeOf } from './list-events.ts'

const SIZES = { people: 30, codes: 50, quotations: 9, subscriptions: 60 }
const NEWEST = { by: 'created_at', isDescending: true, after: undefined, limit: 20, search: '' } as const
const ALL = { ...NEWEST, state: undefined }

let db: pg.Pool
let rows: SealedRows
beforeAll(async () => {
  const { url } = await createTestDatabase()
  db = new pg.Pool({ connectionString: url, max: 2 })
  const now = (): Date => new Date('2026-11-20T12:00:00.000Z')
  for (const projection of PROJECTIONS)
    await ensureBuild(db, projection, { storeId: '00000000-0000-4000-8000-000000000001', now: now() })
  const master = randomBytes(32)
  const vault = createKeyVault({
    db,
    random: randomBytes,
    now,
    masterKeys: async () => [master],
    epochKeys: NO_EPOCH_KEYS,
  })
  const [idKeys, wrapping] = [await vault.idKeys(), await vault.wrapping.current()]
  await fillLists({ db, idKeys, wrapping, sizes: SIZES, say: () => undefined })
  rows = { db, seals: createRowSeals(vault.keys, createKeyedNames(idKeys)) }
})
afterAll(() => db?.end())

test('the lists are as long as wanted, and open with the keys of the vault', async () => {
  const users = await listAccounts(rows, ALL)
  expect(users).toMatchObject({ total: SIZES.people, rows: { length: NEWEST.limit } })
  expect(users.rows[0]).toMatchObject({
    email: `persona-${SIZES.people - 1}@bench.example`,
    isActivated: true,
  })
  const profiles = await listProfiles(rows, { ...ALL, search: 'persona vinedos' })
  expect(profiles.total).toBe(SIZES.people / 5)
  expect(await listProfiles(rows, ALL)).toMatchObject({ total: SIZES.people })
  const quotations = await listQuotations(rows, { ...NEWEST, status: 'contacted' })
  expect(quotations).toMatchObject({ total: SIZES.quotations / 3 })
  expect(quotations.rows[0]!.email).toMatch(/^contacto-\d@bench\.example$/)
  const reminders = await listReminders(rows, { skip: 0, limit: 5, search: '' })
  expect(reminders).toMatchObject({ total: SIZES.subscriptions, rows: { length: 5 } })
  expect(reminders.rows[0]!.reminders).toMatchObject({
    first: { status: 'sent' },
    second: { status: 'sent' },
  })
})

test('codes differ, and those of the first people are used by them', async () => {
  expect(new Set(Array.from({ length: 1_000 }, (_, nth) => activationCodeOf(nth))).size).toBe(1_000)
  const used = await listCodes(rows, { ...ALL, id: undefined, state: 'used', search: 'persona 7' })
  expect(used.rows).toMatchObject([{ use: { email: 'persona-7@bench.example' } }])
  expect(await listCodes(rows, { ...ALL, id: undefined })).toMatchObject({ total: SIZES.codes })
})
