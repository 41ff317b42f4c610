import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { askServer, postgresUrl, withConnection, type DatabaseUrls } from './connection.ts'

export const LOGIN_ROLES = { app: 'svc_app', projector: 'svc_projector', reader: 'svc_reader' } as const
type LoginName = keyof typeof LOGIN_ROLES
export type LoginPasswords = Readonly<Record<LoginName, string>>

const STARTED_MS_MAX = 60_000
const ASK_EVERY_MS = 100
const NAMES = Object.keys(LOGIN_ROLES) as LoginName[]

interface Server {
  readonly port: number
  url(database: string): string
}

function loginUrls(server: Server, database: string, passwords: LoginPasswords): DatabaseUrls {
  const of = (name: LoginName): string =>
    postgresUrl(server.port, passwords[name], database, LOGIN_ROLES[name])
  return { owner: server.url(database), app: of('app'), projector: of('projector'), reader: of('reader') }
}

/** Makes the logins of a new cluster. Writes nothing to one that has them, because the disk may be full. */
export async function prepareLogins(
  server: Server,
  database: string,
  passwords: LoginPasswords,
): Promise<DatabaseUrls> {
  await untilStarted(server)
  const urls = loginUrls(server, database, passwords)
  const answers = await Promise.all(NAMES.map(async (name) => (await askServer(urls[name])).is === 'ready'))
  const missing = NAMES.filter((_name, place) => !answers[place])
  if (missing.length > 0) {
    await withConnection(server.url('postgres'), async (client) => {
      for (const name of missing) await letSignIn(client, LOGIN_ROLES[name], passwords[name])
    })
  }
  return urls
}

/** The server may replay its log after a crash. */
async function untilStarted(server: Server): Promise<void> {
  for (let waited = 0; waited < STARTED_MS_MAX; waited += ASK_EVERY_MS) {
    if ((await askServer(server.url('postgres'))).is !== 'starting') return
    await pause(ASK_EVERY_MS)
  }
}

async function letSignIn(client: pg.Client, role: string, password: string): Promise<void> {
  const name = client.escapeIdentifier(role)
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  if (rowCount === 0) await client.query(`create role ${name}`)
  await client.query(
    `alter role ${name} with login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls
       password ${client.escapeLiteral(password)}`,
  )
}
