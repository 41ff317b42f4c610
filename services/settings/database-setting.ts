import { z } from 'zod'
import type { DatabaseUrls } from '@app/postgres/database-urls.ts'
import { isUrl } from './is-url.ts'

const databaseUrl = z
  .string()
  .refine((text) => isUrl(text, ['postgres:', 'postgresql:']))
  .optional()

/** Variables that name a database that is not the embedded one. */
export const databaseEnvironment = {
  DATABASE_URL: databaseUrl,
  DATABASE_OWNER_URL: databaseUrl,
  DATABASE_PROJECTOR_URL: databaseUrl,
  DATABASE_READER_URL: databaseUrl,
}
type DatabaseEnv = Readonly<Partial<Record<keyof typeof databaseEnvironment, string | undefined>>>

const ADVICE = 'debe ser una dirección postgres://, por ejemplo postgres://usuario:clave@servidor:5432/base.'
export const DATABASE_ADVICE = Object.fromEntries(
  Object.keys(databaseEnvironment).map((variable) => [variable, ADVICE]),
)

/** Each login is the one of DATABASE_URL unless it is given. */
export function databaseOf(env: DatabaseEnv): DatabaseUrls | undefined {
  const { DATABASE_URL: app } = env
  if (app === undefined) return undefined
  const { DATABASE_OWNER_URL: owner, DATABASE_PROJECTOR_URL: projector, DATABASE_READER_URL: reader } = env
  return { app, owner: owner ?? app, projector: projector ?? app, reader: reader ?? app }
}

/** A login that would be left unused in silence: the others go with DATABASE_URL. */
export function uselessDatabaseUrl(env: DatabaseEnv): string | undefined {
  if (env.DATABASE_URL !== undefined) return undefined
  const variables = Object.keys(databaseEnvironment) as (keyof DatabaseEnv)[]
  return variables.find((variable) => env[variable] !== undefined)
}
