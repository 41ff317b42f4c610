import { join, resolve } from 'node:path'
import { z } from 'zod'
import { StartError } from '@app/contracts/start-error.ts'
import type { ResponsibleParty } from '@app/contracts/privacy/article-14-ter.ts'
import type { RetentionPeriods } from '@app/contracts/privacy/retention.ts'
import type { DatabaseUrls } from '@app/postgres/connection.ts'
import type { DeclaredSetting } from './declare-setting.ts'
import { SETTINGS, type Environment } from './declared-settings.ts'
import { adviceOnEventStoreUrl, eventStoreUrlOf } from './eventstore-url.ts'
import { kafkaFaultIn, kafkaOf, type KafkaSetting, type Part } from './distribution-settings.ts'
import type { RateLimitChanges } from './rate-limits-setting.ts'
import { responsiblePartyOf } from './privacy-settings.ts'
import { retentionOf } from './retention-settings.ts'
import { reminderSettingsOf, type ReminderSettings } from './reminder-settings.ts'
import { defaultPublicUrl } from './web-addresses.ts'

export class SettingsError extends StartError {
  readonly variable: string

  constructor(variable: string, advice: string) {
    super(`${variable}: ${advice}`)
    this.name = 'SettingsError'
    this.variable = variable
  }
}

export type EventStoreSetting =
  { readonly kind: 'postgres' } | { readonly kind: 'eventstoredb'; readonly url: string }

interface OidcSetting {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
}

export interface Settings {
  readonly port: number
  readonly host: string
  /** The only source of links. Without a final slash. */
  readonly publicUrl: string
  /** Absolute. */
  readonly dataDir: string
  readonly adminEmail: string
  readonly adminPassword?: string | undefined
  /** Whether a new demo profile gets a year of generated traffic. */
  readonly demo: boolean
  readonly smtpUrl?: string | undefined
  readonly mailFrom: string
  /** The mailbox outside that gets the last head of each day. */
  readonly headMailTo?: string | undefined
  /** The bearer token that allows posting delivery reports. */
  readonly mailReportsSecret?: string | undefined
  readonly reminders: ReminderSettings
  readonly retention: RetentionPeriods
  readonly party: ResponsibleParty
  readonly oidc?: OidcSetting | undefined
  /** Proxies whose X-Forwarded-For is trusted. Empty by default. */
  readonly trustProxy: readonly string[]
  readonly rateLimits: RateLimitChanges
  readonly database?: DatabaseUrls | undefined
  readonly eventStore: EventStoreSetting
  /** What this process does. */
  readonly serves: readonly Part[]
  /** Where projections read new events. */
  readonly eventFeed: Environment['EVENT_FEED']
  readonly kafka?: KafkaSetting | undefined
  /** Allows `/metrics` and the details of `/readyz` from other machines. */
  readonly monitorToken?: string | undefined
  readonly securityContact: string
  readonly logLevel: Environment['LOG_LEVEL']
  readonly production: boolean
  readonly jwtSecretFile?: string | undefined
  readonly visitorKeyFile?: string | undefined
  readonly sealKeyFile?: string | undefined
  /** Of all processes on a database. */
  readonly secretsDir: string
}

const DECLARED: Readonly<Record<string, DeclaredSetting>> = SETTINGS
const environment = z.object(
  Object.fromEntries(Object.entries(DECLARED).map(([variable, { schema }]) => [variable, schema])),
)

const DATABASE_LOGINS = ['DATABASE_OWNER_URL', 'DATABASE_PROJECTOR_URL', 'DATABASE_READER_URL'] as const
const OIDC_TOGETHER = 'OIDC_ISSUER, OIDC_CLIENT_ID y OIDC_CLIENT_SECRET van juntos, o ninguno.'
const URL_MISSING =
  'debe darse con EVENT_STORE=eventstoredb, por ejemplo esdb://usuario:clave@servidor:2113 (o esdb://servidor:2113?tls=false sin TLS).'
const URL_USELESS =
  'debe ir junto con EVENT_STORE=eventstoredb; para guardar los eventos en PostgreSQL quítala, o agrega EVENT_STORE=postgres.'

/** An empty variable counts as absent. @throws SettingsError naming the first unusable variable */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const variable = String(parsed.error.issues[0]?.path[0])
    const { advice, adviceOn } = DECLARED[variable] ?? {}
    throw new SettingsError(variable, adviceOn?.(given[variable]) ?? advice ?? 'no tiene un valor válido.')
  }
  return settingsOf(parsed.data as Environment)
}

export function listeningOn(settings: Settings, port: number): Settings {
  const isDefault = settings.publicUrl === defaultPublicUrl(settings.host, settings.port)
  return {
    ...settings,
    port,
    publicUrl: isDefault ? defaultPublicUrl(settings.host, port) : settings.publicUrl,
  }
}

function settingsOf(env: Environment): Settings {
  const kafkaFault = kafkaFaultIn(env)
  if (kafkaFault !== undefined) throw new SettingsError(...kafkaFault)
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl:
      env.PUBLIC_URL === undefined ? defaultPublicUrl(env.HOST, env.PORT) : new URL(env.PUBLIC_URL).origin,
    dataDir: resolve(env.DATA_DIR),
    adminEmail: env.ADMIN_EMAIL,
    adminPassword: env.ADMIN_PASSWORD,
    demo: env.DEMO === undefined ? isTriedOut(env) : env.DEMO === 'on',
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    headMailTo: env.HEAD_MAIL_TO,
    mailReportsSecret: env.MAIL_REPORTS_SECRET,
    reminders: reminderSettingsOf(env),
    retention: retentionOf(env),
    party: responsiblePartyOf(env),
    oidc: oidcOf(env),
    trustProxy: env.TRUST_PROXY ?? [],
    rateLimits: env.RATE_LIMITS ?? {},
    database: databaseOf(env),
    eventStore: eventStoreOf(env),
    serves: env.SERVE,
    eventFeed: env.EVENT_FEED,
    kafka: kafkaOf(env),
    monitorToken: env.MONITOR_TOKEN,
    securityContact: env.SECURITY_CONTACT,
    logLevel: env.LOG_LEVEL,
    production: env.NODE_ENV === 'production',
    jwtSecretFile: env.JWT_SECRET_FILE,
    visitorKeyFile: env.VISITOR_KEY_FILE,
    sealKeyFile: env.SEAL_KEY_FILE,
    secretsDir: resolve(env.SECRETS_DIR ?? join(env.DATA_DIR, 'secrets')),
  }
}

/** The product counts as tried out without an external database and outside production. */
const isTriedOut = (env: Environment): boolean =>
  env.DATABASE_URL === undefined && env.NODE_ENV !== 'production'

/** Each login defaults to that of DATABASE_URL. */
function databaseOf(env: Environment): DatabaseUrls | undefined {
  const { DATABASE_URL: app } = env
  if (app === undefined) {
    const useless = DATABASE_LOGINS.find((variable) => env[variable] !== undefined)
    if (useless !== undefined) throw new SettingsError(useless, 'debe ir junto con DATABASE_URL.')
    // Nobody else would reach the database of its own.
    if (!env.SERVE.includes('api'))
      throw new SettingsError('DATABASE_URL', 'debe darse si SERVE no nombra api.')
    return undefined
  }
  const { DATABASE_OWNER_URL: owner, DATABASE_PROJECTOR_URL: projector, DATABASE_READER_URL: reader } = env
  return { app, owner: owner ?? app, projector: projector ?? app, reader: reader ?? app }
}

/** Checked at the start, because it would otherwise fail only at the first login. */
function oidcOf(env: Environment): OidcSetting | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return undefined
  if (issuer === undefined) throw new SettingsError('OIDC_ISSUER', OIDC_TOGETHER)
  if (clientId === undefined) throw new SettingsError('OIDC_CLIENT_ID', OIDC_TOGETHER)
  if (clientSecret === undefined) throw new SettingsError('OIDC_CLIENT_SECRET', OIDC_TOGETHER)
  return { issuer, clientId, clientSecret, name: env.OIDC_NAME }
}

function eventStoreOf({ EVENT_STORE: kind, EVENTSTORE_URL: url }: Environment): EventStoreSetting {
  if (kind === 'eventstoredb') {
    const advice = url === undefined ? URL_MISSING : adviceOnEventStoreUrl(url)
    if (url === undefined || advice !== undefined) throw new SettingsError('EVENTSTORE_URL', advice!)
    return { kind, url: eventStoreUrlOf(url) }
  }
  // Without EVENT_STORE the URL would be ignored. An explicit `postgres` keeps it for later.
  if (url !== undefined && kind === undefined) throw new SettingsError('EVENTSTORE_URL', URL_USELESS)
  return { kind: 'postgres' }
}
