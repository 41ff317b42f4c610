import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commandLineIn, writeSecrets, type CommandLine } from './testing/command-line.ts'
import { ADMIN_EMAIL, installProduct, type InstalledProduct } from './testing/installed-product.ts'

let dir: string
let product: InstalledProduct
let ops: CommandLine
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'app-ops-'))
  product = await installProduct()
  await writeSecrets(join(dir, 'data'))
  ops = commandLineIn(dir, { DATABASE_URL: product.url })
})
afterEach(async () => {
  await product.close()
  await rm(dir, { recursive: true })
})

const secret = (...path: readonly string[]): string => join(dir, 'data', 'secrets', ...path)

/** Works only with all keys at hand: the account is found by its e-mail. */
const grant = () => ops.run(`admin grant ${ADMIN_EMAIL}`)

/** What the security log was told, on the error stream. */
const told = (err: string): unknown[] =>
  err
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => {
      const { security, by, count } = JSON.parse(line) as Record<string, unknown>
      return { security, by, count }
    })
const ROTATED = { security: 'key-rotated', by: 'ops', count: expect.any(Number) as number }

test('an epoch begins by command: its key takes the place of the former, and the security log is told', async () => {
  for (const epoch of ['1', '2']) {
    const { code, out, err } = await ops.run('epoch begin')
    const said = expect.stringContaining(`Comenzó la época ${epoch}: `) as string
    expect([code, out, told(err)]).toEqual([0, said, [ROTATED]])
    expect(await readdir(secret('epochs'))).toEqual([epoch])
    expect((await grant()).code).toBe(0)
  }
}, 60_000)

test('the master key is replaced by command, the security log is told, and the former is refused', async () => {
  const former = await readFile(secret('master'))
  const { code, out, err } = await ops.run('rotate-key')
  expect([code, out, told(err)]).toEqual([
    0,
    expect.stringContaining('La clave maestra cambió (época 1, '),
    [ROTATED],
  ])
  expect(out + err).not.toContain(former.toString().trim())
  const next = await readFile(secret('master'))
  expect(next).not.toEqual(former)
  expect(await readdir(secret())).not.toContain('master.next')
  expect((await grant()).code).toBe(0)
  await writeFile(secret('master'), former)
  expect(await grant()).toMatchObject({
    code: 1,
    err: expect.stringContaining('Esta clave maestra ya no vale'),
  })
  await writeFile(secret('master'), next)
  expect((await grant()).code).toBe(0)
}, 60_000)
