import { expect, test } from 'vitest'
import { acceptLossCommand } from '@app/ops/commands/vault-command.ts'
import { migrate } from '@app/postgres/migrations.ts'
import { readSettings } from '@app/settings/settings.ts'
import { ownLogPlace, type LogPlace } from '../support/log-places.ts'
import { ownDatabase } from '../support/own-database.ts'
import { call, login, tap, type Call } from '../support/processes/product-calls.ts'
import { ownDataFolder, startProductProcess, type Product } from '../support/processes/product-process.ts'
import { refusedStart } from '../support/processes/refused-start.ts'
import { contentsOf } from '../support/table-contents.ts'

/** The log is on a separate server, and the keys of its people are only in PostgreSQL. */

const ANA = { name: 'Ana Rivas', email: 'ana@empresa.example', password: 'Clave-segura-33', consent: true }
/** The administrator's account, the demo profile, and Ana's account. */
const PEOPLE = '3'

const register = (product: Product): Promise<Call> =>
  call(`${product.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ANA),
  })

const loginOfAna = async (product: Product): Promise<number> =>
  (await login(product.url, ANA.password, ANA.email)).status

/** A used product: a log with people, and the only database with their keys. */
async function usedProduct() {
  const place = await ownLogPlace('eventstoredb')
  const dataDir = await ownDataFolder()
  const database = await ownDatabase()
  const product = await startProductProcess({ dataDir, env: { ...place.env, DATABASE_URL: database } })
  expect((await tap(product.url)).body).toMatchObject({ name: 'Antonia' })
  expect((await register(product)).status).toBe(200)
  await product.stop()
  return { place, dataDir, database, password: product.adminPassword! }
}

/** Answers both questions of the command. */
function acceptLoss(place: LogPlace, dataDir: string, database: string): Promise<number> {
  const settings = readSettings({
    ...place.env,
    DATABASE_URL: database,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
  })
  const answers = ['sin respaldo', PEOPLE]
  const terminal = {
    say: () => undefined,
    print: () => undefined,
    signal: new AbortController().signal,
  }
  return acceptLossCommand(settings, terminal, async () => answers.shift()!)
}

test('a new database on an old log is refused without a write, and a backup of the former one restores all [LOG-11]', async () => {
  const { place, dataDir, database, password } = await usedProduct()
  const before = await place.read(dataDir)
  const backup = await ownDatabase(database)
  for (const folder of [dataDir, await ownDataFolder()]) {
    const empty = await ownDatabase()
    await migrate(empty)
    const migrated = await contentsOf(empty)
    const env = { ...place.env, DATABASE_URL: empty }
    expect(await refusedStart(folder, env)).toMatch(
      /le falta la bóveda .*DATABASE_URL.*respaldo.*accept-loss/,
    )
    expect(await refusedStart(folder, env)).toMatch(/le falta la bóveda/)
    expect(await contentsOf(empty)).toEqual(migrated)
    expect(await place.read(dataDir)).toEqual(before)
  }

  const again = await startProductProcess({ dataDir, env: { ...place.env, DATABASE_URL: backup } })
  expect(again.output()).not.toContain('Contraseña')
  expect((await tap(again.url)).body).toMatchObject({ name: 'Antonia' })
  expect([(await login(again.url, password)).status, await loginOfAna(again)]).toEqual([200, 200])
  expect(again.errors()).toBe('')
})

test('an accepted loss lets the product start, and all former people count as erased and may register again', async () => {
  const { place, dataDir, database, password } = await usedProduct()
  const empty = await ownDatabase()
  const env = { ...place.env, DATABASE_URL: empty }
  expect(await refusedStart(dataDir, env)).toContain('vault accept-loss')
  expect(await acceptLoss(place, dataDir, empty)).toBe(0)

  const product = await startProductProcess({ dataDir, env })
  expect((await tap(product.url)).status).toBe(404)
  expect((await login(product.url, password)).status).toBe(401)
  expect((await login(product.url, product.adminPassword!)).status).toBe(200)
  expect(await loginOfAna(product)).toBe(401)
  expect([(await register(product)).status, await loginOfAna(product)]).toEqual([200, 200])
  await product.stop()

  expect(await refusedStart(dataDir, { ...place.env, DATABASE_URL: database })).toMatch(/le falta la bóveda/)
  const later = await startProductProcess({ dataDir, env })
  expect(await loginOfAna(later)).toBe(200)
})
