import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadSecrets, type SecretsPlace } from './secrets.ts'
import { StartError } from '@app/contracts/start-error.ts'

const POSTGRES = ['postgres', 'postgres-app', 'postgres-projector', 'postgres-reader']
let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'app-secrets-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const place = (): SecretsPlace => ({
  dataDir,
  secretsDir: join(dataDir, 'secrets'),
  production: false,
  keyFiles: { jwt: undefined, visitor: undefined, seal: undefined },
})
const load = (keyFiles: Partial<SecretsPlace['keyFiles']> = {}, more: Partial<SecretsPlace> = {}) =>
  loadSecrets({ ...place(), keyFiles: { ...place().keyFiles, ...keyFiles }, ...more })

const given = async (name: string, content: string): Promise<string> => {
  const path = join(dataDir, `given-${name}`)
  await writeFile(path, content)
  return path
}

const KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index))

describe('in the data folder', () => {
  test('secrets are made at the first start, all different, and read by later starts', async () => {
    const made = await load()
    const keys = [made.jwt, made.visitor, made.seal]
    expect(keys.map(({ length }) => length)).toEqual([32, 32, 32])
    expect(new Set(keys.map(String)).size).toBe(3)
    expect(made.postgres).toMatch(/^[\w-]{43}$/)
    expect(await load()).toEqual(made)
  })

  test('of two starts at once on one folder both use the secrets that the faster one made', async () => {
    const [one, other] = await Promise.all([load(), load()])
    expect(other).toEqual(one)
  })

  test('a folder that cannot be written is said in one line that names the setting', async () => {
    // Nobody may, root included.
    await expect(load({}, { secretsDir: '/sys/secretos' })).rejects.toThrow(
      /^SECRETS_DIR: no se puede escribir en la carpeta \/sys\/secretos \(E[A-Z]+\); revisa la ruta y sus permisos\.$/,
    )
  })

  test('secrets are readable only by the product’s user, even after a file’s mode was changed', async () => {
    await load()
    await chmod(join(dataDir, 'secrets', 'visitor'), 0o644)
    await load()
    const dir = join(dataDir, 'secrets')
    expect((await stat(dir)).mode & 0o777).toBe(0o700)
    expect((await readdir(dir)).sort()).toEqual(['jwt', ...POSTGRES, 'seal', 'visitor'])
    for (const name of await readdir(dir)) expect((await stat(join(dir, name))).mode & 0o777).toBe(0o600)
  })

  test('a key that is missing from a used folder is not silently replaced [RUN-7]', async () => {
    await load()
    await mkdir(join(dataDir, 'postgres'))
    await rm(join(dataDir, 'secrets', 'visitor'))
    await expect(load()).rejects.toThrow(/^Falta el secreto .*visitor .*DATA_DIR/)
  })

  // An older installation has no key of seals yet; a lost JWT secret ends only the sessions.
  test.each(['seal', 'jwt'] as const)('a lost secret %s is replaced by another one', async (name) => {
    const before = await load()
    await mkdir(join(dataDir, 'postgres'))
    await rm(join(dataDir, 'secrets', name))
    const after = await load()
    expect(after[name]).not.toEqual(before[name])
    expect(after.visitor).toEqual(before.visitor)
  })
})

describe('in files named by the settings', () => {
  test('base64 of 32 bytes is decoded, with or without a line end', async () => {
    const seal = await given('seal', `${KEY.toString('base64')}\n`)
    const visitor = await given('visitor', KEY.toString('base64url'))
    const secrets = await load({ seal, visitor })
    expect([secrets.seal, secrets.visitor]).toEqual([KEY, KEY])
  })

  test('a long text always becomes the same 32 bytes', async () => {
    const visitor = await given('visitor', 'correcto caballo batería grapa, y algo más')
    const first = await load({ visitor })
    expect(first.visitor).toHaveLength(32)
    expect((await load({ visitor })).visitor).toEqual(first.visitor)
  })

  test('a weak secret or a missing file is refused, naming variable and file', async () => {
    for (const content of ['corto', '', 'a'.repeat(64)])
      await expect(load({ jwt: await given('jwt', content) })).rejects.toThrow(/^JWT_SECRET_FILE: /)
    const refused = load({ visitor: join(dataDir, 'nowhere') })
    await expect(refused).rejects.toThrow(/^VISITOR_KEY_FILE: .*nowhere.*ENOENT/)
    await expect(refused).rejects.toBeInstanceOf(StartError)
  })
})

test('in production each key must be given, and only the passwords of the embedded server are made [ACC-22]', async () => {
  const file = await given('all', KEY.toString('base64'))
  const files = { jwt: file, visitor: file, seal: file }
  await load(files, { production: true })
  expect(await readdir(join(dataDir, 'secrets'))).toEqual(POSTGRES)
  await load()
  for (const [name, variable] of Object.entries({
    jwt: 'JWT_SECRET_FILE',
    visitor: 'VISITOR_KEY_FILE',
    seal: 'SEAL_KEY_FILE',
  }))
    await expect(load({ ...files, [name]: undefined }, { production: true })).rejects.toThrow(
      new RegExp(`^${variable}: .*production`),
    )
})
