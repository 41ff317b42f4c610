import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commandLineIn, writeSecrets, type CommandLine } from './testing/command-line.ts'
import { installProduct, trafficIn, type InstalledProduct } from './testing/installed-product.ts'

let sampled: string
beforeAll(async () => {
  sampled = await mkdtemp(join(tmpdir(), 'app-ops-'))
  await commandLineIn(sampled).run('sample access-log a.log --lines 100')
})
afterAll(() => rm(sampled, { recursive: true }))

let dir: string
let ops: CommandLine
const copySample = (): Promise<void> => cp(sampled, dir, { recursive: true })
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'app-ops-'))
  ops = commandLineIn(dir)
})
afterEach(() => rm(dir, { recursive: true }))

const IMPORT = 'import access-log a.log --map a.log.map.json'

test('a call without an order prints help and exits with 2', async () => {
  const { code, out, err } = await ops.run('')
  expect(code).toBe(2)
  expect(err).toContain('Falta la orden.')
  expect(out).toContain('Uso: npm run ops -- ORDEN')
})

describe('sample', () => {
  test('writes a log and its map, but never over another file', async () => {
    expect(await ops.run('sample access-log a.log --lines 100')).toMatchObject({ code: 0, err: '' })
    const log = await readFile(join(dir, 'a.log'), 'utf8')
    expect(log.split('\n')).toHaveLength(101)
    await writeFile(join(dir, 'a.log.map.json'), 'mine')
    const again = await ops.run('sample access-log a.log')
    expect(again).toMatchObject({ code: 1, out: '' })
    expect(again.err).toMatch(/a\.log ya existe: elige otro nombre/)
    expect(await readFile(join(dir, 'a.log'), 'utf8')).toBe(log)
    expect(await readFile(join(dir, 'a.log.map.json'), 'utf8')).toBe('mine')
  })

  test('compresses a log whose name ends in .gz', async () => {
    await ops.run('sample access-log a.log.gz --lines 100')
    expect(
      gunzipSync(await readFile(join(dir, 'a.log.gz')))
        .toString()
        .split('\n'),
    ).toHaveLength(101)
    expect(existsSync(join(dir, 'a.log.gz.map.json'))).toBe(true)
  })

  test('reports a file that it cannot write', async () => {
    const { code, err } = await ops.run('sample access-log nowhere/a.log')
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^No se puede escribir .*nowhere\/a\.log \(ENOENT\)/),
    ])
  })
})

describe('where the product never ran', () => {
  beforeEach(copySample)

  test.each([IMPORT, 'verify'])(
    '%s advises to run npm start first, and leaves no files behind',
    async (order) => {
      const { code, err } = await ops.run(order)
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/^En .*data nunca se ha iniciado el producto: ejecuta npm start/),
      ])
      expect(existsSync(join(dir, 'data'))).toBe(false)
    },
  )

  test('a folder without secrets does not count as an installation for an external database', async () => {
    await mkdir(join(dir, 'data'))
    const elsewhere = commandLineIn(dir, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    expect((await elsewhere.run(IMPORT)).err).toContain('ejecuta npm start')
    expect(existsSync(join(dir, 'data/secrets'))).toBe(false)
  })
})

test('a wrong setting is reported in one line', async () => {
  const { code, err } = await commandLineIn(dir, { DATABASE_URL: 'nothing' }).run('verify')
  expect([code, err.trim().split('\n').length]).toEqual([1, 1])
  expect(err).toContain('DATABASE_URL: debe ser')
})

describe('with a product in a database', () => {
  let product: InstalledProduct
  beforeEach(async () => {
    product = await installProduct()
    await writeSecrets(join(dir, 'data'))
    ops = commandLineIn(dir, { DATABASE_URL: product.url })
  })
  afterEach(() => product.close())

  test('Ctrl-C ends an import cleanly and says how to continue, and the next run continues', async () => {
    await ops.run('sample access-log a.log --lines 12000')
    const stopped = await ops.run(IMPORT, (out, kill) => (out.includes(' %') ? kill('SIGINT') : undefined))
    expect(stopped.code).toBe(130)
    expect(stopped.err).toContain('Terminando lo que está en curso…')
    expect(stopped.out).toContain('Para seguir, vuelve a ejecutar el mismo comando.')
    const written = (await trafficIn(product.backend)).length
    expect(written).toBeGreaterThan(100)
    const { out } = await ops.run(IMPORT)
    const known = Number(/Ya estaban +([\d.]+)/.exec(out)?.[1]?.replaceAll('.', ''))
    expect(known).toBe(written)
  })

  test('an ADMIN_EMAIL of no administrator is refused', async () => {
    await copySample()
    const other = commandLineIn(dir, { DATABASE_URL: product.url, ADMIN_EMAIL: 'otra@tests.example' })
    expect(await other.run(IMPORT)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^ADMIN_EMAIL: otra@/),
    })
    expect(await trafficIn(product.backend)).toEqual([])
  })

  test('a master key of another database is refused', async () => {
    await copySample()
    await writeFile(join(dir, 'data/secrets/master'), Buffer.alloc(32, 'another key').toString('base64'))
    expect(await ops.run(IMPORT)).toMatchObject({
      code: 1,
      err: expect.stringContaining('La clave maestra no es'),
    })
  })

  test('an unreachable database is reported in one line', async () => {
    await copySample()
    const away = commandLineIn(dir, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    const { code, err } = await away.run(IMPORT)
    expect([code, err.trim().split('\n').length]).toEqual([1, 1])
    expect(err).toContain('No se puede abrir la base de datos')
  })
})
