import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commandLineIn, writeSecrets, type CommandLine } from './testing/command-line.ts'
import { installProduct, trafficIn, type InstalledProduct } from './testing/installed-product.ts'
import { logLine, writeLog } from './testing/log-lines.ts'

let dir: string
let ops: CommandLine
const writeOneLine = (): Promise<void> => writeLog(join(dir, 'a.log'), [logLine()])
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

describe('where the product never ran', () => {
  beforeEach(writeOneLine)

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

  test('an ADMIN_EMAIL of no administrator is refused', async () => {
    await writeOneLine()
    const other = commandLineIn(dir, { DATABASE_URL: product.url, ADMIN_EMAIL: 'otra@tests.example' })
    expect(await other.run(IMPORT)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^ADMIN_EMAIL: otra@/),
    })
    expect(await trafficIn(product.backend)).toEqual([])
  })
})
