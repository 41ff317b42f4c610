import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoginPasswords } from '@app/postgres/database-logins.ts'
import { codeOf, StartError } from '@app/contracts/start-error.ts'
import { createAtomically, syncFolder, writeAtomically } from './durable-file.ts'
import type { Settings } from './settings.ts'

export interface Secrets {
  readonly jwt: Buffer
  /** Wraps the subjects' keys: 32 bytes. */
  readonly master: Buffer
  /** Reads the files each time; contains the next key too during a rotation. */
  readonly masterKeys: () => Promise<readonly Buffer[]>
  /** Hashes what identifies a visitor: 32 bytes. */
  readonly visitor: Buffer
  /** Seed of the Ed25519 key that signs heads of the log: 32 bytes. */
  readonly seal: Buffer
  readonly postgres: string
  readonly logins: LoginPasswords
}

export interface SecretsOptions {
  readonly dataDir: string
  /** Of all processes on a database. */
  readonly secretsDir: string
  readonly production: boolean
  readonly files: {
    readonly jwt?: string | undefined
    readonly master?: string | undefined
    readonly visitor?: string | undefined
    readonly seal?: string | undefined
  }
  readonly random: (bytes: number) => Buffer
}

export const secretsOptionsOf = (settings: Settings, random: SecretsOptions['random']): SecretsOptions => ({
  dataDir: settings.dataDir,
  secretsDir: settings.secretsDir,
  production: settings.production,
  files: {
    jwt: settings.jwtSecretFile,
    master: settings.masterKeyFile,
    visitor: settings.visitorKeyFile,
    seal: settings.sealKeyFile,
  },
  random,
})

const KEY_BYTES = 32
const RAW_CHARS_MIN = 32
/** Text with fewer different characters is a placeholder, not a secret. */
const DIFFERENT_CHARS_MIN = 8
const VARIABLE = {
  jwt: 'JWT_SECRET_FILE',
  master: 'MASTER_KEY_FILE',
  visitor: 'VISITOR_KEY_FILE',
  seal: 'SEAL_KEY_FILE',
} as const

type KeyName = keyof typeof VARIABLE
const LOGIN_FILES = {
  app: 'postgres-app',
  projector: 'postgres-projector',
  reader: 'postgres-reader',
} as const
type LoginFile = (typeof LOGIN_FILES)[keyof typeof LOGIN_FILES]
type SecretName = KeyName | 'postgres' | LoginFile
/** Generated again when lost: people sign in again, the log gets another key, and database logins new passwords. */
const REPLACEABLE: readonly SecretName[] = ['jwt', 'seal', ...Object.values(LOGIN_FILES)]

/** The folder may be another user's, or mounted to be read only. */
const DENIALS: readonly string[] = ['EACCES', 'EPERM', 'EROFS']

/** @throws StartError if a secret is missing in production, weak, unreadable, or missing from a used folder */
export async function loadSecrets(options: SecretsOptions): Promise<Secrets> {
  const [jwt, master, visitor] = [await key('jwt'), await key('master'), await key('visitor')]
  const seal = await key('seal')
  const postgres = await localSecret('postgres', options)
  const logins = {
    app: await localSecret(LOGIN_FILES.app, options),
    projector: await localSecret(LOGIN_FILES.projector, options),
    reader: await localSecret(LOGIN_FILES.reader, options),
  }
  const masterKeys = () => masterKeysIn(masterKeyPath(options))
  return { jwt, master, masterKeys, visitor, seal, postgres, logins }

  async function key(name: KeyName): Promise<Buffer> {
    const file = options.files[name]
    if (file !== undefined) return keyOf(await readGiven(VARIABLE[name], file), VARIABLE[name])
    if (options.production) throw missingInProduction(VARIABLE[name])
    return keyOf(await localSecret(name, options), join(options.secretsDir, name))
  }
}

export const masterKeyPath = ({ secretsDir, files }: Pick<SecretsOptions, 'secretsDir' | 'files'>): string =>
  files.master ?? join(secretsDir, 'master')

/** The next key's file, until it replaces the current one. */
export const nextMasterKeyPath = (path: string): string => `${path}.next`

/** Reuses a prepared key. @throws StartError when an operator has to provide the file */
export async function prepareNextMasterKey(options: SecretsOptions): Promise<Buffer> {
  const path = nextMasterKeyPath(masterKeyPath(options))
  if (!existsSync(path)) {
    if (options.files.master !== undefined) throw nextMissing(path)
    await writeAtomically(options.secretsDir, path, options.random(KEY_BYTES).toString('base64'))
  }
  return keyOf(await readGiven(VARIABLE.master, path), path)
}

/** Overwrites the former key. May be repeated after a crash. */
export async function putNextMasterKey(options: SecretsOptions): Promise<void> {
  const path = masterKeyPath(options)
  const file = await open(path, 'r+', 0o600)
  try {
    const { size } = await file.stat()
    // Base64 is longer than its bytes, so it overwrites a longer former key completely.
    await file.writeFile(`${options.random(Math.max(KEY_BYTES, size)).toString('base64')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(nextMasterKeyPath(path), path)
  await syncFolder(options.secretsDir)
}

async function masterKeysIn(path: string): Promise<readonly Buffer[]> {
  const keys: Buffer[] = []
  for (const file of [path, nextMasterKeyPath(path)]) {
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw unreadable(file, error)
    })
    if (text !== undefined) keys.push(keyOf(text, file))
  }
  return keys
}

/** Decodes Base64 of 32 bytes; hashes any other long enough text. */
function keyOf(content: string, source: string): Buffer {
  const text = content.trim()
  const bytes = Buffer.from(text, 'base64')
  const isKey = /^[A-Za-z0-9+/_-]{43}=?$/.test(text) && bytes.length === KEY_BYTES
  if ([...text].length < RAW_CHARS_MIN || new Set(text).size < DIFFERENT_CHARS_MIN) {
    throw new StartError(
      `${source}: el secreto es demasiado corto o demasiado simple; escribe en el archivo 32 bytes al azar en base64 (openssl rand -base64 32).`,
    )
  }
  return isKey ? bytes : createHash('sha256').update(text).digest()
}

async function readGiven(variable: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new StartError(
      `${variable}: no se puede leer el archivo ${file} (${codeOf(cause) ?? String(cause)}); revisa la ruta y sus permisos.`,
      { cause },
    )
  }
}

async function localSecret(name: SecretName, options: SecretsOptions): Promise<string> {
  const dir = options.secretsDir
  const path = join(dir, name)
  try {
    const text = await readFile(path, 'utf8')
    await chmod(path, 0o600)
    return text.trim()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw unreadable(path, error)
  }
  // A new key does not open data of the lost one.
  if (!REPLACEABLE.includes(name) && existsSync(join(options.dataDir, 'postgres'))) throw lost(path)
  const bytes = options.random(KEY_BYTES)
  const text = bytes.toString(name.startsWith('postgres') ? 'base64url' : 'base64')
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    return await createAtomically(dir, path, text)
  } catch (error) {
    if (!DENIALS.includes(codeOf(error) ?? '')) throw error
    throw new StartError(
      `SECRETS_DIR: no se puede escribir en la carpeta ${dir} (${codeOf(error)}); revisa la ruta y sus permisos.`,
      { cause: error },
    )
  }
}

/** The file that records destroyed keys. */
export const erasureLedgerPath = (secretsDir: string): string => join(secretsDir, 'erasures')
export const blockLedgerPath = (secretsDir: string): string => join(secretsDir, 'blocks')
export const epochKeysDir = (secretsDir: string): string => join(secretsDir, 'epochs')

/** The last signed head of the log, beside its key; here too if the key is given by a file, which may be read-only. */
export function logHeadFile(secretsDir: string) {
  const path = join(secretsDir, 'head.json')
  return {
    read: (): Promise<string | undefined> =>
      readFile(path, 'utf8').catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error
        return undefined
      }),
    write: async (text: string): Promise<void> => {
      await mkdir(secretsDir, { recursive: true, mode: 0o700 })
      await writeAtomically(secretsDir, path, text)
    },
    setAside: (): Promise<void> =>
      rename(path, `${path}.${new Date().toISOString()}`).catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error
      }),
  }
}

function missingInProduction(variable: string): StartError {
  return new StartError(
    `${variable}: con NODE_ENV=production hay que indicar un archivo con 32 bytes al azar en base64 (openssl rand -base64 32).`,
  )
}

function unreadable(path: string, cause: unknown): StartError {
  return new StartError(
    `No se puede leer el secreto ${path} (${codeOf(cause) ?? String(cause)}): revisa sus permisos.`,
    { cause },
  )
}

function nextMissing(path: string): StartError {
  return new StartError(
    `Escribe primero la clave maestra nueva en ${path}: 32 bytes al azar en base64 (openssl rand -base64 32).`,
  )
}

function lost(path: string): StartError {
  return new StartError(
    `Falta el secreto ${path} de una carpeta de datos ya usada: restáuralo desde un respaldo, o indica otra carpeta con DATA_DIR para empezar de cero.`,
  )
}
