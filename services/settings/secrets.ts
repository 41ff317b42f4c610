import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoginPasswords } from '@app/postgres/database-logins.ts'
import { codeOf, StartError } from '@app/contracts/start-error.ts'
import { createAtomically, writeAtomically } from './durable-file.ts'
import type { Settings } from './settings.ts'

export interface Secrets {
  readonly jwt: Buffer
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
  const [jwt, visitor] = [await key('jwt'), await key('visitor')]
  const seal = await key('seal')
  const postgres = await localSecret('postgres', options)
  const logins = {
    app: await localSecret(LOGIN_FILES.app, options),
    projector: await localSecret(LOGIN_FILES.projector, options),
    reader: await localSecret(LOGIN_FILES.reader, options),
  }
  return { jwt, visitor, seal, postgres, logins }

  async function key(name: KeyName): Promise<Buffer> {
    const file = options.files[name]
    if (file !== undefined) return keyOf(await readGiven(VARIABLE[name], file), VARIABLE[name])
    if (options.production) throw missingInProduction(VARIABLE[name])
    return keyOf(await localSecret(name, options), join(options.secretsDir, name))
  }
}

/** Decodes Base64 of 32 bytes; hashes any other long enough text. */
export function keyOf(content: string, source: string): Buffer {
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

function lost(path: string): StartError {
  return new StartError(
    `Falta el secreto ${path} de una carpeta de datos ya usada: restáuralo desde un respaldo, o indica otra carpeta con DATA_DIR para empezar de cero.`,
  )
}
