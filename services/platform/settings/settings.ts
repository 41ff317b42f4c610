import { join, resolve } from 'node:path'
import { REMINDER_DAYS } from '@app/contracts/limits/periods.ts'
import { scaledLimits } from '@app/contracts/limits/rate-limits.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { SETTINGS, type Environment } from './declared-settings.ts'
import { defaultPublicUrl } from './setting-forms.ts'

type Name = keyof Environment

const encryptsKafka = (env: Environment): boolean =>
  env.KAFKA_TLS !== undefined || env.KAFKA_TLS_CA_FILE !== undefined

type Rule = readonly [Name, isBroken: (env: Environment) => boolean, advice: string]

const needs = (other: Name, ...names: readonly Name[]): readonly Rule[] =>
  names.map((name) => [
    name,
    (env) => env[name] !== undefined && env[other] === undefined,
    `debe ir junto con ${other}.`,
  ])

const together = (...names: readonly Name[]): readonly Rule[] =>
  names.map((name) => [
    name,
    (env) => env[name] === undefined && names.some((other) => env[other] !== undefined),
    `${names.join(', ')} van juntos, o ninguno.`,
  ])

const RULES: readonly Rule[] = [
  ...needs('KAFKA_BROKERS', 'KAFKA_TLS', 'KAFKA_TLS_CA_FILE', 'KAFKA_USER', 'KAFKA_PASSWORD_FILE'),
  ...needs('DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_PROJECTOR_URL', 'DATABASE_READER_URL'),
  ...together('KAFKA_USER', 'KAFKA_PASSWORD_FILE'),
  ...together('OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'),
  [
    'KAFKA_BROKERS',
    (env) => !env.KAFKA_BROKERS && (env.EVENT_FEED === 'kafka' || env.SERVE.includes('relay')),
    'debe darse con EVENT_FEED=kafka y con SERVE=relay.',
  ],
  [
    'KAFKA_MECHANISM',
    (env) => env.KAFKA_BROKERS !== undefined && env.KAFKA_MECHANISM === 'plain' && !encryptsKafka(env),
    'debe ir con KAFKA_TLS=on o KAFKA_TLS_CA_FILE, porque plain muestra la clave en la red.',
  ],
  // Nobody else would reach the embedded database.
  [
    'DATABASE_URL',
    (env) => env.DATABASE_URL === undefined && !env.SERVE.includes('api'),
    'debe darse si SERVE no nombra api.',
  ],
  [
    'EVENTSTORE_URL',
    (env) => env.EVENT_STORE === 'eventstoredb' && env.EVENTSTORE_URL === undefined,
    'debe darse con EVENT_STORE=eventstoredb.',
  ],
  // The address would be ignored. An explicit `postgres` keeps it for later.
  [
    'EVENTSTORE_URL',
    (env) => env.EVENT_STORE === undefined && env.EVENTSTORE_URL !== undefined,
    'debe ir junto con EVENT_STORE=eventstoredb; para guardar los eventos en PostgreSQL quítala.',
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

export type Settings = ReturnType<typeof readSettings>
export type EventStoreSetting = Settings['eventStore']
export type KafkaSetting = NonNullable<Settings['kafka']>

/** An empty variable counts as absent. @throws SettingsError naming the first unusable variable */
export function readSettings(variables: Readonly<Record<string, string | undefined>>) {
  const filled = Object.entries(variables).filter(([, value]) => value !== undefined && value !== '')
  const { success, data: env, error } = SETTINGS.safeParse(Object.fromEntries(filled))
  if (!success) throw new SettingsError(String(error.issues[0]?.path[0]), error.issues[0]?.message ?? '')
  for (const [name, isBroken, advice] of RULES) if (isBroken(env)) throw new SettingsError(name, advice)
  const production = env.NODE_ENV === 'production'
  return {
    port: env.PORT,
    host: env.HOST,
    /** The only source of links. Without a final slash. */
    publicUrl: env.PUBLIC_URL ?? defaultPublicUrl(env.HOST, env.PORT),
    dataDir: resolve(env.DATA_DIR),
    adminEmail: env.ADMIN_EMAIL,
    adminPassword: env.ADMIN_PASSWORD,
    /** Whether a new demo profile gets a year of generated traffic. */
    demo: env.DEMO === undefined ? env.DATABASE_URL === undefined && !production : env.DEMO === 'on',
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    headMailTo: env.HEAD_MAIL_TO,
    mailReportsSecret: env.MAIL_REPORTS_SECRET,
    ...peopleOf(env),
    ...serversOf(env),
    trustProxy: env.TRUST_PROXY ?? [],
    rateLimits: scaledLimits(env.RATE_LIMITS),
    serves: env.SERVE,
    eventFeed: env.EVENT_FEED,
    monitorToken: env.MONITOR_TOKEN,
    securityContact: env.SECURITY_CONTACT,
    logLevel: env.LOG_LEVEL,
    production,
    keyFiles: { jwt: env.JWT_SECRET_FILE, visitor: env.VISITOR_KEY_FILE, seal: env.SEAL_KEY_FILE },
    secretsDir: resolve(env.SECRETS_DIR ?? join(env.DATA_DIR, 'secrets')),
  }
}

const peopleOf = (env: Environment) => ({
  reminders: {
    times: {
      first: { days: REMINDER_DAYS.first, ...env.REMINDER_HOURS },
      second: { days: REMINDER_DAYS.second, ...env.REMINDER_HOURS },
    },
    mailsPerSecond: env.REMINDER_MAILS_PER_SECOND,
  },
  retention: {
    months: {
      visitor: env.RETENTION_VISITORS_MONTHS,
      quotation: env.RETENTION_QUOTATIONS_MONTHS,
      subscription: env.RETENTION_SUBSCRIPTIONS_MONTHS,
      request: env.RETENTION_REQUESTS_MONTHS,
    },
    resetsDays: env.RETENTION_RESETS_DAYS,
  },
  party: {
    responsible: env.RESPONSIBLE,
    representative: env.RESPONSIBLE_REPRESENTATIVE,
    address: env.RESPONSIBLE_ADDRESS,
    transfers: env.TRANSFERS,
    inForceFrom: env.LAW_IN_FORCE_FROM,
  },
})

const serversOf = (env: Environment) => ({
  oidc:
    env.OIDC_ISSUER === undefined
      ? undefined
      : {
          issuer: env.OIDC_ISSUER,
          clientId: env.OIDC_CLIENT_ID!,
          clientSecret: env.OIDC_CLIENT_SECRET!,
          name: env.OIDC_NAME,
        },
  database:
    env.DATABASE_URL === undefined
      ? undefined
      : {
          app: env.DATABASE_URL,
          owner: env.DATABASE_OWNER_URL ?? env.DATABASE_URL,
          projector: env.DATABASE_PROJECTOR_URL ?? env.DATABASE_URL,
          reader: env.DATABASE_READER_URL ?? env.DATABASE_URL,
        },
  eventStore:
    env.EVENT_STORE === 'eventstoredb'
      ? { kind: env.EVENT_STORE, url: env.EVENTSTORE_URL! }
      : ({ kind: 'postgres' } as const),
  kafka: env.KAFKA_BROKERS && {
    brokers: env.KAFKA_BROKERS,
    isEncrypted: encryptsKafka(env),
    caFile: env.KAFKA_TLS_CA_FILE,
    mechanism: env.KAFKA_MECHANISM,
    username: env.KAFKA_USER,
    passwordFile: env.KAFKA_PASSWORD_FILE,
  },
})

export function listeningOn(settings: Settings, port: number): Settings {
  const isDefault = settings.publicUrl === defaultPublicUrl(settings.host, settings.port)
  const publicUrl = isDefault ? defaultPublicUrl(settings.host, port) : settings.publicUrl
  return { ...settings, port, publicUrl }
}
