import { join, resolve } from 'node:path'
import { REMINDER_DAYS } from '@app/contracts/reminders.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { SETTINGS, type Environment } from './declared-settings.ts'
import { EVENT_STORE_URL } from './event-store-url.ts'
import { BROKERS } from './setting-forms.ts'
import { defaultPublicUrl } from './web-addresses.ts'

type Name = keyof Environment

/** Each is of use only with the other one. */
const NEEDS: readonly (readonly [Name, Name])[] = [
  ['KAFKA_TLS', 'KAFKA_BROKERS'],
  ['KAFKA_TLS_CA_FILE', 'KAFKA_BROKERS'],
  ['KAFKA_USER', 'KAFKA_BROKERS'],
  ['KAFKA_PASSWORD_FILE', 'KAFKA_BROKERS'],
  ['DATABASE_OWNER_URL', 'DATABASE_URL'],
  ['DATABASE_PROJECTOR_URL', 'DATABASE_URL'],
  ['DATABASE_READER_URL', 'DATABASE_URL'],
]

/** All of them or none. */
const TOGETHER: readonly (readonly Name[])[] = [
  ['KAFKA_USER', 'KAFKA_PASSWORD_FILE'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
]

const encryptsKafka = (env: Environment): boolean =>
  env.KAFKA_TLS !== undefined || env.KAFKA_TLS_CA_FILE !== undefined

const RULES: readonly (readonly [Name, (env: Environment) => boolean, advice: string])[] = [
  [
    'KAFKA_BROKERS',
    ({ EVENT_FEED, SERVE, KAFKA_BROKERS }) =>
      KAFKA_BROKERS === undefined && (EVENT_FEED === 'kafka' || SERVE.includes('relay')),
    `debe darse con EVENT_FEED=kafka y con SERVE=relay, por ejemplo ${BROKERS}.`,
  ],
  [
    'KAFKA_MECHANISM',
    (env) => env.KAFKA_BROKERS !== undefined && env.KAFKA_MECHANISM === 'plain' && !encryptsKafka(env),
    'debe ir con KAFKA_TLS=on o KAFKA_TLS_CA_FILE, porque plain muestra la clave en la red.',
  ],
  // Nobody else would reach the database of its own.
  [
    'DATABASE_URL',
    ({ DATABASE_URL, SERVE }) => DATABASE_URL === undefined && !SERVE.includes('api'),
    'debe darse si SERVE no nombra api.',
  ],
  [
    'EVENTSTORE_URL',
    ({ EVENT_STORE, EVENTSTORE_URL }) => EVENT_STORE === 'eventstoredb' && EVENTSTORE_URL === undefined,
    `debe darse con EVENT_STORE=eventstoredb: ${EVENT_STORE_URL}`,
  ],
  // Without EVENT_STORE the address would be ignored. An explicit `postgres` keeps it for later.
  [
    'EVENTSTORE_URL',
    ({ EVENT_STORE, EVENTSTORE_URL }) => EVENT_STORE === undefined && EVENTSTORE_URL !== undefined,
    'debe ir junto con EVENT_STORE=eventstoredb; para guardar los eventos en PostgreSQL quítala, o agrega EVENT_STORE=postgres.',
  ],
]

export class SettingsError extends StartError {
  readonly variable: string

  constructor(variable: string, advice: string) {
    super(`${variable}: ${advice}`)
    this.name = 'SettingsError'
    this.variable = variable
  }
}

/** @throws SettingsError naming the first setting that lacks another one */
function refuseIncomplete(env: Environment): void {
  const isGiven = (name: Name): boolean => env[name] !== undefined
  for (const [name, other] of NEEDS)
    if (isGiven(name) && !isGiven(other)) throw new SettingsError(name, `debe ir junto con ${other}.`)
  for (const names of TOGETHER) {
    const missing = names.find((name) => !isGiven(name))
    if (missing !== undefined && names.some(isGiven))
      throw new SettingsError(missing, `${names.join(', ')} van juntos, o ninguno.`)
  }
  for (const [name, isBroken, advice] of RULES) if (isBroken(env)) throw new SettingsError(name, advice)
}

export type Settings = ReturnType<typeof readSettings>
export type EventStoreSetting = Settings['eventStore']
export type KafkaSetting = NonNullable<Settings['kafka']>

/** An empty variable counts as absent. @throws SettingsError naming the first unusable variable */
export function readSettings(variables: Readonly<Record<string, string | undefined>>) {
  const given = Object.entries(variables).filter(([, value]) => value !== undefined && value !== '')
  const parsed = SETTINGS.safeParse(Object.fromEntries(given))
  const [issue] = parsed.error?.issues ?? []
  if (!parsed.success) throw new SettingsError(String(issue?.path[0]), issue?.message ?? '')
  const env = parsed.data
  refuseIncomplete(env)
  return {
    port: env.PORT,
    host: env.HOST,
    /** The only source of links. Without a final slash. */
    publicUrl: env.PUBLIC_URL ?? defaultPublicUrl(env.HOST, env.PORT),
    /** Absolute. */
    dataDir: resolve(env.DATA_DIR),
    adminEmail: env.ADMIN_EMAIL,
    adminPassword: env.ADMIN_PASSWORD,
    /** Whether a new demo profile gets a year of generated traffic. */
    demo: env.DEMO === undefined ? isTriedOut(env) : env.DEMO === 'on',
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    headMailTo: env.HEAD_MAIL_TO,
    mailReportsSecret: env.MAIL_REPORTS_SECRET,
    reminders: remindersOf(env),
    retention: retentionOf(env),
    party: partyOf(env),
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
    keyFiles: { jwt: env.JWT_SECRET_FILE, visitor: env.VISITOR_KEY_FILE, seal: env.SEAL_KEY_FILE },
    secretsDir: resolve(env.SECRETS_DIR ?? join(env.DATA_DIR, 'secrets')),
  }
}

const remindersOf = (env: Environment) => ({
  times: {
    first: { days: REMINDER_DAYS.first, ...env.REMINDER_HOURS },
    second: { days: REMINDER_DAYS.second, ...env.REMINDER_HOURS },
  },
  mailsPerSecond: env.REMINDER_MAILS_PER_SECOND,
})

const retentionOf = (env: Environment) => ({
  months: {
    visitor: env.RETENTION_VISITORS_MONTHS,
    quotation: env.RETENTION_QUOTATIONS_MONTHS,
    subscription: env.RETENTION_SUBSCRIPTIONS_MONTHS,
    request: env.RETENTION_REQUESTS_MONTHS,
  },
  resetsDays: env.RETENTION_RESETS_DAYS,
})

const partyOf = (env: Environment) => ({
  responsible: env.RESPONSIBLE,
  representative: env.RESPONSIBLE_REPRESENTATIVE,
  address: env.RESPONSIBLE_ADDRESS,
  transfers: env.TRANSFERS,
  inForceFrom: env.LAW_IN_FORCE_FROM,
})

const oidcOf = ({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME: name }: Environment) =>
  issuer === undefined
    ? undefined
    : { issuer, clientId: OIDC_CLIENT_ID ?? '', clientSecret: OIDC_CLIENT_SECRET ?? '', name }

/** Each login is that of DATABASE_URL unless it is given. */
const databaseOf = ({ DATABASE_URL: app, ...env }: Environment) =>
  app === undefined
    ? undefined
    : {
        app,
        owner: env.DATABASE_OWNER_URL ?? app,
        projector: env.DATABASE_PROJECTOR_URL ?? app,
        reader: env.DATABASE_READER_URL ?? app,
      }

const eventStoreOf = ({ EVENT_STORE: kind, EVENTSTORE_URL: url = '' }: Environment) =>
  kind === 'eventstoredb' ? { kind, url } : ({ kind: 'postgres' } as const)

const kafkaOf = (env: Environment) =>
  env.KAFKA_BROKERS && {
    brokers: env.KAFKA_BROKERS,
    isEncrypted: encryptsKafka(env),
    caFile: env.KAFKA_TLS_CA_FILE,
    mechanism: env.KAFKA_MECHANISM,
    username: env.KAFKA_USER,
    passwordFile: env.KAFKA_PASSWORD_FILE,
  }

/** The product counts as tried out without an external database and outside production. */
const isTriedOut = (env: Environment): boolean =>
  env.DATABASE_URL === undefined && env.NODE_ENV !== 'production'

export function listeningOn(settings: Settings, port: number): Settings {
  const isDefault = settings.publicUrl === defaultPublicUrl(settings.host, settings.port)
  const publicUrl = isDefault ? defaultPublicUrl(settings.host, port) : settings.publicUrl
  return { ...settings, port, publicUrl }
}
