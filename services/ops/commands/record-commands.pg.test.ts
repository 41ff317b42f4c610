import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accountStream } from '@app/contracts/accounts.ts'
import { withConnection } from '../../platform/postgres/connection.ts'
import { extendChain, checkFile } from '../../record/testing/signed-log.ts'
import { headFileOn, logKeyOf, type LogKey } from '../../record/blocks.ts'
import { loadSecrets, logHeadFile } from '../../platform/settings/secrets.ts'
import { write } from '../../../tests/support/api/test-log.ts'
import { installInFolder, terminalTo, type ProductInFolder } from '../testing/product-folder.ts'
import { acceptRestoredCommand, exportLogCommand, verifyHistoryCommand } from './record-commands.ts'

let product: ProductInFolder
const said: string[] = []
const terminal = { ...terminalTo(said), say: () => undefined }
const file = (name: string): string => join(product.dataDir, name)
const verify = (head?: string) => verifyHistoryCommand(product.settings, terminal, head)
const accept = (answer: string) => acceptRestoredCommand(product.settings, terminal, async () => answer)
const inDatabase = (sql: string) => withConnection(product.url, (client) => client.query(sql))
let key: LogKey

/** As the product does each minute. */
async function sign(): Promise<void> {
  const { sealed: log, projector: db, now } = product.backend
  await extendChain({ log, db, key, now, headFile: headFileOn(logHeadFile(product.settings.secretsDir)) })
}
const rename = (name: string) =>
  write(product.backend.store, product.backend.now(), accountStream(product.ownerId), [
    { type: 'AccountRenamed', data: { name } },
  ])

beforeAll(async () => {
  product = await installInFolder()
  key = logKeyOf((await loadSecrets(product.settings)).seal)
  await sign()
})
afterAll(() => product.close())

test('an export is saved once, for its user only, and is checked offline [SEAL-9]', async () => {
  expect(await exportLogCommand(product.settings, terminal, file('log.ndjson'))).toBe(0)
  expect((await stat(file('log.ndjson'))).mode & 0o777).toBe(0o600)
  expect(said.at(-1)).toContain(key.pem)
  expect(await checkFile(await readFile(file('log.ndjson')), { pem: key.pem })).toMatch(/^YES/)
  await expect(exportLogCommand(product.settings, terminal, file('log.ndjson'))).rejects.toThrow('ya existe')
})

test('a file that is no head of this log ends in 2 and one line', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const head = JSON.parse(await readFile(file('secrets/head.json'), 'utf8')) as object
  for (const text of ['hola', '{}', JSON.stringify({ ...head, size: 1_000 })]) {
    await writeFile(file('other.json'), text)
    expect(await verify(file('other.json'))).toBe(2)
  }
  expect(new Set(told.mock.calls.flat())).toEqual(
    new Set([`${file('other.json')} no es una cabeza firmada de este registro.`]),
  )
  told.mockRestore()
})

test('a damaged head beside the key says what to do, and without it the chain goes on', async () => {
  const head = file('secrets/head.json')
  await writeFile(head, '{')
  await rename('Iris')
  for (const work of [sign, verify]) await expect(work()).rejects.toThrow('está dañado')
  await rm(head)
  await sign()
  expect(await verify()).toBe(0)
})

test('a backup of before the last head is signed once somebody accepts it, and a head kept elsewhere shows what it lacks [SEAL-12]', async () => {
  await inDatabase(
    'create table old_events as table log.events; create table old_blocks as table record.blocks; create table old_checkpoints as table kernel.checkpoints',
  )
  const size = Number(
    (JSON.parse(await readFile(file('secrets/head.json'), 'utf8')) as { size: number }).size,
  )
  await expect(accept('0')).rejects.toThrow('No hay nada que aceptar')
  await rename('Eva')
  await sign()
  await writeFile(file('kept.json'), await readFile(file('secrets/head.json')))
  expect(await verify(file('kept.json'))).toBe(0)
  expect(said.at(-1)).toContain('También tiene la cabeza que se guardó fuera de aquí')
  await inDatabase(`truncate log.events, record.blocks; delete from kernel.checkpoints;
    insert into log.events table old_events; insert into record.blocks table old_blocks;
    insert into kernel.checkpoints table old_checkpoints`)

  expect(await verify()).toBe(1)
  expect(said.at(-1)).toContain('no continúa la última cabeza que se firmó aquí')
  expect(await accept('')).toBe(1)
  expect(await accept(String(size))).toBe(0)
  await rename('Ana')
  await sign()
  expect(await verify()).toBe(0)
  expect(await verify(file('kept.json'))).toBe(1)
  expect(said.at(-1)).toContain('El registro no tiene la cabeza que se guardó fuera de aquí')
})

test('an event that was changed in the database is named by its place [SEAL-7]', async () => {
  await inDatabase(
    `update log.events set recorded_at = recorded_at - interval '1 day' where type = 'AdminGranted'`,
  )
  expect(await verify()).toBe(1)
  expect(said.at(-1)).toMatch(
    /está en #\d+ \(AdminGranted, account-\S+ \d+\), en el bloque de los eventos 1 a \d+/,
  )
})
