import { resolve, join } from 'node:path'
import { readFileSync } from 'node:fs'
import prettier from 'prettier'
import { expect, test } from 'vitest'
import { scaledLimits } from '@app/contracts/limits/rate-limits.ts'
import { oneLogin } from '../postgres/connection.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { everyRow, testTable } from '../../../tests/support/every.ts'
import { ROOT } from '../../../tests/support/source-files.ts'
import { listeningOn, readSettings, SettingsError } from './settings.ts'
import { SETTINGS } from './declared-settings.ts'
import { isLoopback } from './setting-forms.ts'

const remindedFrom = (fromHour: number, toHour: number) => ({
  first: { days: 7, fromHour, toHour },
  second: { days: 14, fromHour, toHour },
})
const KEPT_MONTHS = { visitor: 6, quotation: 7, subscription: 8, request: 1_200 }
const PARTY = {
  responsible: 'Andes SpA',
  representative: 'Rosa',
  address: 'Moneda 1',
  transfers: 'A Brasil.',
  inForceFrom: '2027-06-01',
}
const OIDC = {
  issuer: 'https://accounts.example',
  clientId: 'tarjetas',
  clientSecret: 'secreto',
  name: 'Empresa',
}
const KAFKA = {
  brokers: ['uno.example:9092', '[::1]:9093'],
  isEncrypted: true,
  caFile: '/run/ca',
  mechanism: 'plain',
  username: 'empresa',
  passwordFile: '/run/kafka',
}

/** Each variable with a text, and what it sets; several set one thing together. */
const READ: Readonly<Record<string, readonly [text: string, settings?: object]>> = {
  PORT: ['8080', { port: 8080 }],
  HOST: ['0.0.0.0', { host: '0.0.0.0' }],
  PUBLIC_URL: ['https://tarjetas.example', { publicUrl: 'https://tarjetas.example' }],
  DATA_DIR: ['/srv/data', { dataDir: resolve('/srv/data'), secretsDir: resolve('/srv/data/secrets') }],
  ADMIN_EMAIL: ['ana@empresa.example', { adminEmail: 'ana@empresa.example' }],
  ADMIN_PASSWORD: ['Clave-segura-1', { adminPassword: 'Clave-segura-1' }],
  DEMO: ['off', { demo: false }],
  SMTP_URL: [
    'smtps://ana:%23cla%2F@correo.example:465',
    { smtpUrl: 'smtps://ana:%23cla%2F@correo.example:465' },
  ],
  MAIL_FROM: ['avisos@empresa.example', { mailFrom: 'avisos@empresa.example' }],
  HEAD_MAIL_TO: ['archivo@notaria.example', { headMailTo: 'archivo@notaria.example' }],
  REMINDER_HOURS: ['08-22'],
  REMINDER_MAILS_PER_SECOND: ['25', { reminders: { times: remindedFrom(8, 22), mailsPerSecond: 25 } }],
  RETENTION_VISITORS_MONTHS: ['6'],
  RETENTION_QUOTATIONS_MONTHS: ['7'],
  RETENTION_SUBSCRIPTIONS_MONTHS: ['8'],
  RETENTION_REQUESTS_MONTHS: ['1200'],
  RETENTION_RESETS_DAYS: ['1', { retention: { months: KEPT_MONTHS, resetsDays: 1 } }],
  RESPONSIBLE: ['Andes SpA', { party: PARTY }],
  RESPONSIBLE_REPRESENTATIVE: ['Rosa'],
  RESPONSIBLE_ADDRESS: ['Moneda 1'],
  TRANSFERS: ['A Brasil.'],
  LAW_IN_FORCE_FROM: ['2027-06-01'],
  OIDC_ISSUER: ['https://accounts.example', { oidc: OIDC }],
  OIDC_CLIENT_ID: ['tarjetas'],
  OIDC_CLIENT_SECRET: ['secreto'],
  OIDC_NAME: ['Empresa'],
  TRUST_PROXY: ['loopback, 10.0.0.0/8,::1', { trustProxy: ['loopback', '10.0.0.0/8', '::1'] }],
  RATE_LIMITS: ['250', { rateLimits: scaledLimits(250) }],
  DATABASE_URL: [
    'postgres://app:cl%23av@base.example/app',
    { database: oneLogin('postgres://app:cl%23av@base.example/app') },
  ],
  EVENT_STORE: ['eventstoredb'],
  EVENTSTORE_URL: [
    'esdb://ana:clave@uno:2113/',
    { eventStore: { kind: 'eventstoredb', url: 'esdb://ana:clave@uno:2113' } },
  ],
  SERVE: ['relay, api', { serves: ['api', 'relay'] }],
  EVENT_FEED: ['kafka', { eventFeed: 'kafka' }],
  KAFKA_BROKERS: ['uno.example:9092,[::1]:9093', { kafka: KAFKA }],
  KAFKA_TLS_CA_FILE: ['/run/ca'],
  KAFKA_MECHANISM: ['PLAIN'],
  KAFKA_USER: ['empresa'],
  KAFKA_PASSWORD_FILE: ['/run/kafka'],
  MONITOR_TOKEN: ['a-token.of~24+characters/=', { monitorToken: 'a-token.of~24+characters/=' }],
  SECURITY_CONTACT: ['https://empresa.example/aviso', { securityContact: 'https://empresa.example/aviso' }],
  LOG_LEVEL: ['debug', { logLevel: 'debug' }],
  NODE_ENV: ['production', { production: true }],
  JWT_SECRET_FILE: ['/run/jwt'],
  VISITOR_KEY_FILE: ['/run/visitor'],
  SEAL_KEY_FILE: ['/run/seal', { keyFiles: { jwt: '/run/jwt', visitor: '/run/visitor', seal: '/run/seal' } }],
}

test('every setting is read from its variable', () => {
  const rows = Object.entries(READ)
  expect(readSettings(Object.fromEntries(rows.map(([variable, [text]]) => [variable, text])))).toEqual(
    Object.assign({}, ...rows.map(([, [, settings]]) => settings)),
  )
})

test('an empty variable counts as not given', () => {
  expect(readSettings({ PORT: '', SMTP_URL: '', ADMIN_PASSWORD: '' })).toEqual(readSettings({}))
})

test('a demo profile gets traffic when the product is tried out, or on request', () => {
  const own = { DATABASE_URL: 'postgres://app:clave@base.example/app' }
  const production = { NODE_ENV: 'production' }
  const demoOf = (env: Record<string, string>): boolean => readSettings(env).demo
  expect([{}, own, production].map(demoOf)).toEqual([true, false, false])
  expect([{}, own, production].map((env) => demoOf({ ...env, DEMO: 'on' }))).toEqual([true, true, true])
  expect([{}, own, production].map((env) => demoOf({ ...env, DEMO: 'off' }))).toEqual([false, false, false])
})

test('the public address follows host and port unless it is given', () => {
  expect(readSettings({ HOST: '::1', PORT: '81' }).publicUrl).toBe('http://[::1]:81')
  expect(listeningOn(readSettings({ PORT: '0' }), 4567)).toMatchObject({
    port: 4567,
    publicUrl: 'http://127.0.0.1:4567',
  })
  const given = readSettings({ PORT: '0', PUBLIC_URL: 'https://Tarjetas.example:8443' })
  expect(listeningOn(given, 4567).publicUrl).toBe('https://tarjetas.example:8443')
})

test('the event log is in PostgreSQL, unless EVENT_STORE names another store and EVENTSTORE_URL its address', () => {
  const url = 'esdb://servidor:2113?tls=false'
  expect(readSettings({ EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: url }).eventStore).toEqual({
    kind: 'eventstoredb',
    url,
  })
  expect(readSettings({ EVENT_STORE: 'postgres', EVENTSTORE_URL: url }).eventStore).toEqual({
    kind: 'postgres',
  })
  expect(refusalOf({ EVENT_STORE: 'eventstoredb' }).message).toMatch(/^EVENTSTORE_URL: debe darse con/)
  expect(refusalOf({ EVENTSTORE_URL: url }).message).toMatch(/^EVENTSTORE_URL: debe ir junto con/)
})

test('an incomplete external provider is refused, because it would fail only at its first login', () => {
  const whole = { OIDC_ISSUER: 'https://a.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
  expect(readSettings(whole).oidc).toMatchObject({ issuer: 'https://a.example', name: 'Google' })
  for (const missing of Object.keys(whole)) {
    const half = { ...whole, [missing]: '' }
    expect(refusalOf(half)).toMatchObject({
      variable: missing,
      message: expect.stringContaining('van juntos') as string,
    })
  }
})

const BROKERS = { KAFKA_BROKERS: 'uno.example:9092' }
testTable<[env: Record<string, string>, variable: string]>([
  [{ EVENT_FEED: 'kafka' }, 'KAFKA_BROKERS'],
  [{ SERVE: 'relay' }, 'KAFKA_BROKERS'],
  [{ SERVE: 'projections' }, 'DATABASE_URL'],
  [{ KAFKA_TLS: 'on' }, 'KAFKA_TLS'],
  [{ ...BROKERS, KAFKA_MECHANISM: 'plain' }, 'KAFKA_MECHANISM'],
  [{ ...BROKERS, KAFKA_USER: 'a' }, 'KAFKA_PASSWORD_FILE'],
  [{ ...BROKERS, KAFKA_PASSWORD_FILE: '/run/kafka' }, 'KAFKA_USER'],
  [{ DATABASE_READER_URL: 'postgres://reader@base.example/app' }, 'DATABASE_READER_URL'],
])('a setting that lacks another one is refused by its name', (env, variable) =>
  expect(refusalOf(env).variable).toBe(variable),
)

/** Signs that end a login for some readers of a URL. */
const RAW = ['@', '#', '/', '?', '%']

/** A row for each form; lists of settings use the same ones. */
const WRONG: Readonly<Record<string, readonly string[]>> = {
  REMINDER_HOURS: ['9-20', '20-09', '09-25', '09:00-20:00'],
  RETENTION_VISITORS_MONTHS: ['0', '-1', '1.5', 'dos', '1201', ' 1'],
  RESPONSIBLE: [' ', 'x'.repeat(501)],
  LAW_IN_FORCE_FROM: ['mañana', '01-12-2026', '2026-13-01'],
  HEAD_MAIL_TO: ['archivo', 'a@b@c'],
  HOST: ['con espacio', 'http://x'],
  PUBLIC_URL: ['x', 'ftp://x.example', 'https://x.example/a', 'https://a@x.example'],
  ADMIN_PASSWORD: ['Corta-1', 'minuscula-1', 'MAYUSCULA-1', 'SinNumeros', `Aa1${'ñ'.repeat(35)}`],
  DEMO: ['yes', 'ON'],
  SMTP_URL: ['correo.example', 'http://correo.example', 'smtp://'],
  TRUST_PROXY: ['true', '*', 'proxy.example', '10.0.0.0/33', '0.0.0.0/0', 'loopback,'],
  DATABASE_URL: [
    'mysql://base.example/app',
    'base:clave-secreta',
    ...RAW.map((sign) => `postgres://app:12${sign}z4@base.example/app`),
    'postgres://base/app?application_name=a@b',
  ],
  SERVE: ['todo', 'api,proyecciones', 'api;relay', ','],
  KAFKA_BROKERS: ['uno.example', 'uno.example:0', 'uno.example:65536', 'uno:1,,dos:2', 'kafka://uno:1'],
  MONITOR_TOKEN: ['corta', 'x'.repeat(23), 'con espacios entre muchas letras', 'x'.repeat(201)],
  SECURITY_CONTACT: ['nadie', 'http://empresa.example', 'mailto:a@b.example', 'javascript:alert(1)'],
}

test('a wrong value is refused in one line that names the variable, and not the value, which may be a secret', () =>
  everyRow(
    Object.entries(WRONG).flatMap(([variable, values]) => values.map((value) => [variable, value] as const)),
    ([variable, value]) => {
      const refusal = refusalOf({ [variable]: value })
      expect(refusal).toBeInstanceOf(StartError)
      expect(refusal.variable).toBe(variable)
      expect(refusal.message).toMatch(new RegExp(`^${variable}: debe .+\\.$`))
      expect(refusal.message).not.toContain('clave-secreta')
    },
  ))

function refusalOf(env: Record<string, string>): SettingsError {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof SettingsError) return error
  }
  throw new Error('the settings were accepted')
}

test('a database has one login for all uses, or one for each use', () => {
  const [app, owner, reader] = ['app', 'owner', 'reader'].map((user) => `postgres://${user}@base.example/app`)
  expect(readSettings({}).database).toBeUndefined()
  expect(readSettings({ DATABASE_URL: app }).database).toEqual(oneLogin(app!))
  const env = { DATABASE_URL: app, DATABASE_OWNER_URL: owner, DATABASE_READER_URL: reader }
  expect(readSettings(env).database).toEqual({ app, owner, projector: app, reader })
})

const OPERATIONS = join(ROOT, 'docs/operations.md')
const LIST = /(?<=\n## Settings\n\n.*?\n\n)- .*?(?=\n\n)/s

const settingsList = (): string =>
  Object.entries(SETTINGS.shape)
    .map(([variable, setting]) => {
      const { otherwise, description } = setting.meta() as Record<string, string>
      return `- \`${variable}\`${otherwise ? ` (${otherwise})` : ''}: ${description}`
    })
    .join('\n')

test('docs/operations.md lists the declared settings; -u updates it', async () => {
  const text = readFileSync(OPERATIONS, 'utf8')
  expect(text).toMatch(LIST)
  const written = text.replace(LIST, () => settingsList())
  const options = await prettier.resolveConfig(OPERATIONS)
  await expect(await prettier.format(written, { ...options, parser: 'markdown' })).toMatchFileSnapshot(
    OPERATIONS,
  )
})

test('only names and addresses of this machine are taken for it', () => {
  const own = ['localhost', '127.0.0.1', '127.1.2.3', '[::1]']
  const others = ['0.0.0.0', '10.0.0.1', '127.0.0.1.example', 'localhost.example', 'xlocalhost', '']
  expect([...own, ...others, '127.0.0.1:80'].filter(isLoopback)).toEqual(own)
})
