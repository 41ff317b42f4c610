import type { DatabaseUrls } from '@app/postgres/database-urls.ts'

const VARIABLES = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_PROJECTOR_URL',
  'DATABASE_READER_URL',
] as const
type DatabaseEnv = Readonly<Partial<Record<(typeof VARIABLES)[number], string | undefined>>>

/** Each login is DATABASE_URL's unless given. */
export function databaseOf(env: DatabaseEnv): DatabaseUrls | undefined {
  const { DATABASE_URL: app } = env
  if (app === undefined) return undefined
  const { DATABASE_OWNER_URL: owner, DATABASE_PROJECTOR_URL: projector, DATABASE_READER_URL: reader } = env
  return { app, owner: owner ?? app, projector: projector ?? app, reader: reader ?? app }
}

export const uselessDatabaseUrl = (env: DatabaseEnv): string | undefined =>
  env.DATABASE_URL === undefined ? VARIABLES.find((variable) => env[variable] !== undefined) : undefined
