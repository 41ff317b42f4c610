import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { account } from '@app/domain/account.ts'
import { foldOn, nothingFolded } from '@app/event-store/states/fold.ts'
import { createSealedSnapshots } from '@app/vault/seals/sealed-snapshots.ts'
import { withConnection } from '@app/postgres/connection.ts'
import { write } from '../../../tests/support/api/test-log.ts'
import { installInFolder, terminalTo, type ProductInFolder } from '../testing/product-folder.ts'
import { verifyHistoryCommand } from './history-command.ts'
import { acceptRestoredCommand } from './restored-command.ts'
import {
  expedienteCommand,
  sealDownloadCommand,
  sealExportCommand,
  rebuildTreeCommand,
} from './seal-commands.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'

const CHECKER = join(import.meta.dirname, '../../../docs/check-expediente.mjs')
let product: ProductInFolder
const said: string[] = []
const terminal = { ...terminalTo(said), say: () => undefined }
const settings = () => product.settings
const file = (name: string): string => join(product.dataDir, name)

beforeAll(async () => {
  product = await installInFolder()
})
afterAll(() => product.close())

test('a seal is saved once, for its user only, and the log continues it [SEAL-4]', async () => {
  expect(await sealDownloadCommand(settings(), terminal, file('sello.txt'))).toBe(0)
  expect((await stat(file('sello.txt'))).mode & 0o777).toBe(0o600)
  // Minutes later, and the product is stopped: what the download appended is under a seal too.
  await withConnection(product.url, (client) =>
    client.query(`update log.events set recorded_at = recorded_at - interval '10 minutes'`),
  )
  expect(await verifyHistoryCommand(settings(), terminal)).toBe(0)
  await expect(sealDownloadCommand(settings(), terminal, file('sello.txt'))).rejects.toThrow('ya existe')
  expect(await verifyHistoryCommand(settings(), terminal, file('sello.txt'))).toBe(0)
  expect(said.at(-1)).toContain('Completo: el registro continúa el sello guardado')
})

longTest('an expediente of an account fits offline', async () => {
  const wanted = { id: product.ownerId, file: file('uno.jsonl') }
  expect(await expedienteCommand(settings(), terminal, wanted)).toBe(0)
  expect((await stat(wanted.file)).mode & 0o777).toBe(0o600)
  const { status, stdout } = spawnSync(process.execPath, [CHECKER, wanted.file], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, expect.stringContaining('each as it was sealed')])
  await expect(expedienteCommand(settings(), terminal, wanted)).rejects.toThrow('ya existe')
  const unknown = { id: '0199a000-0000-7000-8000-000000000000', file: file('dos.jsonl') }
  await expect(expedienteCommand(settings(), terminal, unknown)).rejects.toThrow('No hay ningún perfil')
})

test('an export ends in the checkpoint', async () => {
  expect(await sealExportCommand(settings(), terminal, file('log'))).toBe(0)
  expect(await readFile(join(file('log'), 'checkpoint'), 'utf8')).toContain('127.0.0.1/registro\n')
})

test('a file that is no seal of this log ends in 2 and one line', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await writeFile(file('hola.txt'), 'hola\n')
  expect(await verifyHistoryCommand(settings(), terminal, file('hola.txt'))).toBe(2)
  expect(told.mock.calls).toEqual([[`${file('hola.txt')} no es un sello de este registro.`]])
  told.mockRestore()
})

longTest(
  'tables that differ are named by place, and made again from the log by one command [SEAL-7]',
  async () => {
    const change = (sql: string) => withConnection(product.url, (client) => client.query(sql))
    await change(`update record.tiles set hashes = overlay(hashes placing '\\x00'::bytea from 5) where level = 0;
    update record.tree set kept_size = 10000`)
    expect(await verifyHistoryCommand(settings(), terminal)).toBe(1)
    for (const place of ['tiles, 0/0', 'tree, kept_size'])
      expect(said.at(-1)).toContain(`  record.${place}: no es lo que dice el registro.\n`)
    expect(said.at(-1)).toContain('npm run ops -- record rebuild-tree')
    // A seal that somebody appends again is no reason to leave them as they are.
    await change(`insert into log.events select (select max(position) + 1 from log.events), stream, revision + 1, gen_random_uuid(),
    type, version, data, meta, recorded_at from log.events where stream = 'log-seals' order by revision desc limit 1`)
    expect(await verifyHistoryCommand(settings(), terminal)).toBe(1)
    expect(said.at(-1)).toMatch(/npm run ops -- record rebuild-tree[^]*no crece: /)
    await change('delete from log.events where position = (select max(position) from log.events)')
    expect(await rebuildTreeCommand(settings(), terminal)).toBe(0)
    expect(said.at(-1)).toMatch(/^Las tablas del sello están hechas de nuevo del registro: \d+ eventos\.$/)
    expect(await verifyHistoryCommand(settings(), terminal)).toBe(0)
  },
)

longTest(
  'a state that the product keeps and the log does not give is named, and gone with the tables [SEAL-7]',
  async () => {
    const { app, sealed, evenBlocked } = product.backend
    const stream = accountStream(product.ownerId)
    const { keys, store } = evenBlocked
    const snapshots = createSealedSnapshots({ db: app, keys, storeId: sealed.storeId, random: randomBytes })
    const { state, next, lastId } = await foldOn(store, account, stream, nothingFolded(account))
    const save = async (kept: object): Promise<void> => {
      await app.query('delete from vault.state_snapshots')
      const snapshot = { next, lastId: lastId!, bytes: serialize(kept) }
      await snapshots.save(stream, account.keptAs!, snapshot, await snapshots.markOf(stream))
    }
    await save(state)
    expect(await verifyHistoryCommand(settings(), terminal)).toBe(0)
    await save({ ...state, isAdmin: 'for ever' })
    expect(await verifyHistoryCommand(settings(), terminal)).toBe(1)
    expect(said.at(-1)).toContain(`  vault.state_snapshots, ${stream}: no es lo que dan sus eventos.\n`)
    expect(said.at(-1)).toContain('npm run ops -- record rebuild-tree')
    expect(await rebuildTreeCommand(settings(), terminal)).toBe(0)
    expect(await verifyHistoryCommand(settings(), terminal)).toBe(0)
  },
)

/** Typed by the operator. */
const accept = (answer: string) => acceptRestoredCommand(settings(), terminal, async () => answer)
const TABLES = [
  'log.events',
  'record.tree',
  'record.tiles',
  'record.leaf_positions',
  'record.seals',
  'record.seal_keys',
]
const inDatabase = (statementOf: (table: string, copy: string) => string) =>
  withConnection(product.url, (client) =>
    client.query(TABLES.map((table) => statementOf(table, table.replace('.', '_backup_'))).join('; ')),
  )

longTest(
  'a backup of before the last head is sealed once somebody accepts it, and verify lists what was given up [SEAL-12]',
  async () => {
    await inDatabase((table, copy) => `create table ${copy} as table ${table}`)
    const { store, now } = product.backend
    await write(store, now(), accountStream(product.ownerId), [
      { type: 'AccountRenamed', data: { name: 'Ana' } },
    ])
    await sealDownloadCommand(settings(), terminal, file('tres.txt'))
    await expect(accept('0')).rejects.toThrow('No hay nada que aceptar')
    await write(store, now(), accountStream(product.ownerId), [
      { type: 'AccountRenamed', data: { name: 'Eva' } },
    ])
    await sealDownloadCommand(settings(), terminal, file('cuatro.txt'))
    const kept = JSON.parse(await readFile(file('secrets/seal-head'), 'utf8')) as { size: number }
    await inDatabase((table, copy) => `truncate ${table}; insert into ${table} select * from ${copy}`)

    expect(await verifyHistoryCommand(settings(), terminal)).toBe(1)
    expect(said.at(-1)).toContain('la cabeza guardada junto a la clave tiene')
    await expect(sealDownloadCommand(settings(), terminal, file('cinco.txt'))).rejects.toThrow(
      'no continúa lo último que se selló aquí',
    )
    expect(await accept('')).toBe(1)
    expect(await verifyHistoryCommand(settings(), terminal)).toBe(1)
    expect(await accept(String(kept.size))).toBe(0)
    expect(await verifyHistoryCommand(settings(), terminal)).toBe(0)
    expect(said.at(-1)).toMatch(
      new RegExp(`Respaldo aceptado en #\\d+ \\(.+\\): se dejó una cabeza de ${kept.size} eventos`),
    )
    expect(said.at(-1)).toContain('Cabeza guardada junto a la clave: el registro la continúa')
    // Both stand: what was kept elsewhere still shows what the backup lacks.
    expect(await verifyHistoryCommand(settings(), terminal, file('cuatro.txt'))).toBe(1)
    await expect(accept(String(kept.size))).rejects.toThrow('No hay nada que aceptar')
  },
)

test('a byte that was changed in the database is named by its place', async () => {
  await withConnection(product.url, (client) =>
    client.query(
      `update log.events set meta = jsonb_set(meta::jsonb, '{correlationId}', '"otra"') where type = 'AdminGranted'`,
    ),
  )
  expect(await verifyHistoryCommand(settings(), terminal)).toBe(1)
  expect(said.at(-1)).toMatch(/Evento cambiado: #\d+ \(AdminGranted, account-/)
  await expect(rebuildTreeCommand(settings(), terminal)).rejects.toThrow('nada cambió')
  expect(said.at(-1)).toContain('los primeros')
  await withConnection(product.url, (client) => client.query('delete from record.tree'))
  await expect(accept('')).rejects.toThrow('no es un respaldo, alguien lo cambió')
})

longTest('a closed stream and a row that nobody reads are named in sentences', async () => {
  await withConnection(product.url, (client) =>
    client.query(
      `alter table log.events drop constraint events_position;
       insert into log.events select -5, stream, revision + 1, gen_random_uuid(), type, version, data, meta, recorded_at
         from log.events where type = 'AdminGranted';
       create rule tambien as on update to log.events do also nothing;
       alter table record.seals enable row level security;
       insert into log.closed_streams values ('log-seals', now()), ('administrators', now())`,
    ),
  )
  expect(await verifyHistoryCommand(settings(), terminal)).toBe(1)
  expect(said.at(-1)).toMatch(/^ {2}administrators fue cerrado: no se puede leer/m)
  expect(said.at(-1)).toMatch(/^ {2}log-seals fue cerrado: no se puede leer/m)
  expect(said.at(-1)).toMatch(/^ {2}log\.events tiene la regla tambien: lo que responde puede no/m)
  expect(said.at(-1)).toMatch(/^ {2}record\.seals esconde filas según quién pregunta: lo que/m)
  expect(said.at(-1)).toMatch(/nunca se agrega nada, y que nadie lee: #[-−]5 \(AdminGranted, account-/)
})
