import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, StartError } from '@app/contracts/start-error.ts'
import { createAtomically, writeAtomically } from './data-folder.ts'
import type { Settings } from './settings.ts'

export type SecretsPlace = Pick<Settings, 'dataDir' | 'secretsDir' | 'production' | 'keyFiles'>
export type Secrets = Awaited<ReturnType<typeof loadSecrets>>

const KEY_BYTES = 32
const RAW_CHARS_MIN = 32
/** Text with fewer different characters is a placeholder, not a secret. */
const DIFFERENT_CHARS_MIN = 8
const ADVICE = 'un archivo con 32 bytes al azar en base64 (openssl rand -base64 32)'

/** Keys that a setting may give by a file: of tokens, of visitors' data, and the seed that signs heads of the log. */
const VARIABLES = { jwt: 'JWT_SECRET_FILE', visitor: 'VISITOR_KEY_FILE', seal: 'SEAL_KEY_FILE' } as const

/** A new key does not open data of a lost one. All others are replaced: people sign in again, logins get passwords. */
const IRREPLACEABLE = ['visitor', 'postgres']

/** @throws StartError if a secret is missing in production, weak, unreadable, or missing from a used folder */
export async function loadSecrets(place: SecretsPlace) {
  async function key(name: keyof typeof VARIABLES): Promise<Buffer> {
    const [file, variable] = [place.keyFiles[name], VARIABLES[name]]
    if (file === undefined && place.production)
      throw new StartError(`${variable}: con NODE_ENV=production hay que indicar ${ADVICE}.`)
    if (file === undefined) return keyOf(await localSecret(name, place), join(place.secretsDir, name))
    const content = await readFile(file, 'utf8').catch((cause: unknown) => {
      throw failed(`${variable}: no se puede leer el archivo ${file}`, cause)
    })
    return keyOf(content, variable)
  }
  return {
    jwt: await key('jwt'),
    visitor: await key('visitor'),
    seal: await key('seal'),
    postgres: await localSecret('postgres', place),
    logins: {
      app: await localSecret('postgres-app', place),
      projector: await localSecret('postgres-projector', place),
      reader: await localSecret('postgres-reader', place),
    },
  }
}

/** Decodes Base64 of 32 bytes; hashes any other long enough text. */
function keyOf(content: string, source: string): Buffer {
  const text = content.trim()
  if ([...text].length < RAW_CHARS_MIN || new Set(text).size < DIFFERENT_CHARS_MIN)
    throw new StartError(`${source}: el secreto es demasiado corto o demasiado simple; escribe ${ADVICE}.`)
  const bytes = Buffer.from(text, 'base64')
  const isKey = /^[A-Za-z0-9+/_-]{43}=?$/.test(text) && bytes.length === KEY_BYTES
  return isKey ? bytes : createHash('sha256').update(text).digest()
}

async function localSecret(name: string, { dataDir, secretsDir: dir }: SecretsPlace): Promise<string> {
  const path = join(dir, name)
  try {
    const text = await readFile(path, 'utf8')
    await chmod(path, 0o600)
    return text.trim()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw failed(`No se puede leer el secreto ${path}`, error)
  }
  if (IRREPLACEABLE.includes(name) && existsSync(join(dataDir, 'postgres')))
    throw new StartError(
      `Falta el secreto ${path} de una carpeta de datos ya usada: restáuralo desde un respaldo, o indica otra carpeta con DATA_DIR para empezar de cero.`,
    )
  const text = randomBytes(KEY_BYTES).toString(name.startsWith('postgres') ? 'base64url' : 'base64')
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    return await createAtomically(dir, path, text)
  } catch (error) {
    throw failed(`SECRETS_DIR: no se puede escribir en la carpeta ${dir}`, error)
  }
}

const failed = (sentence: string, cause: unknown): StartError =>
  new StartError(`${sentence} (${codeOf(cause) ?? String(cause)}); revisa la ruta y sus permisos.`, { cause })

export const erasureLedgerPath = (secretsDir: string): string => join(secretsDir, 'erasures')

/** The last signed head of the log, beside its key; here too if the key is in a file, which may be read-only. */
export function logHeadFile(secretsDir: string) {
  const path = join(secretsDir, 'head.json')
  return {
    read: (): Promise<string | undefined> => readFile(path, 'utf8').catch(unlessMissing),
    write: async (text: string): Promise<void> => {
      await mkdir(secretsDir, { recursive: true, mode: 0o700 })
      await writeAtomically(secretsDir, path, text)
    },
    setAside: (): Promise<void> => rename(path, `${path}.${new Date().toISOString()}`).catch(unlessMissing),
  }
}

function unlessMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}
