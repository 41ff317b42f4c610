import { resolve, join } from 'node:path'
import { readFileSync } from 'node:fs'
import prettier from 'prettier'
import { describe, expect, test } from 'vitest'
import { scaledLimits } from '@app/contracts/limits/rate-limits.ts'
import { oneLogin } from '../postgres/connection.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { everyRow } from '../../../tests/support/every.ts'
import { ROOT } from '../../../tests/support/source-files.ts'
import { listeningOn, readSettings, SettingsError } from './settings.ts'
import { SETTINGS } from './declared-settings.ts'
import { isLoopback } from './setting-forms.ts'

test('every setting is read from its variable', () => {
  const env = {
    PORT: '8080',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://tarjetas.example',
    DATA_DIR: '/srv/data',
    ADMIN_EMAIL: 'ana@empresa.example',
    ADMIN_PASSWORD: 'Clave-segura-1',
    DEMO: 'off',
    SMTP_URL: 'smtps://ana:%23cla%2Fve%3F@correo.example:465',
    MAIL_FROM: 'avisos@empresa.example',
    HEAD_MAIL_TO: 'archivo@notaria.example',
    REMINDER_HOURS: '08-22',
    REMINDER_MAILS_PER_SECOND: '25',
    RETENTION_VISITORS_MONTHS: '6',
    RESPONSIBLE: 'Andes SpA',
    RESPONSIBLE_REPRESENTATIVE: 'Rosa',
    RESPONSIBLE_ADDRESS: 'Moneda 1',
    TRANSFERS: 'A Brasil.',
    LAW_IN_FORCE_FROM: '2027-06-01',
    RETENTION_QUOTATIONS_MONTHS: '7',
    RETENTION_SUBSCRIPTIONS_MONTHS: '8',
    RETENTION_REQUESTS_MONTHS: '1200',
    RETENTION_RESETS_DAYS: '1',
    OIDC_ISSUER: 'https://accounts.example',
    OIDC_CLIENT_ID: 'tarjetas',
    OIDC_CLIENT_SECRET: 'secreto',
    OIDC_NAME: 'Empresa',
    TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::/32,192.0.2.1',
    RATE_LIMITS: '250',
    DATABASE_URL: 'postgres://app:cl%23av%2Fe%3F@base.example/app',
    EVENT_STORE: 'eventstoredb',
    EVENTSTORE_URL: 'esdb://ana:clave@eventos.example:2113/',
    SERVE: 'relay, api',
    EVENT_FEED: 'kafka',
    KAFKA_BROKERS: 'uno.example:9092,[::1]:9093',
    KAFKA_TLS_CA_FILE: '/run/ca',
    KAFKA_MECHANISM: 'PLAIN',
    KAFKA_USER: 'empresa',
    KAFKA_PASSWORD_FILE: '/run/kafka',
    MONITOR_TOKEN: 'a-token.of~24+characters/=',
    SECURITY_CONTACT: 'https://empresa.example/seguridad',
    LOG_LEVEL: 'debug',
    NODE_ENV: 'production',
    JWT_SECRET_FILE: '/run/jwt',
    VISITOR_KEY_FILE: '/run/visitor',
    SEAL_KEY_FILE: '/run/seal',
  }
  expect(readSettings(env)).toEqual({
    port: 8080,
    host: '0.0.0.0',
    publicUrl: 'https://tarjetas.example',
    dataDir: resolve('/srv/data'),
    secretsDir: resolve('/srv/data/secrets'),
    adminEmail: 'ana@empresa.example',
    adminPassword: 'Clave-segura-1',
    demo: false,
    smtpUrl: 'smtps://ana:%23cla%2Fve%3F@correo.example:465',
    mailFrom: 'avisos@empresa.example',
    headMailTo: 'archivo@notaria.example',
    reminders: {
      times: {
        first: { days: 7, fromHour: 8, toHour: 22 },
        second: { days: 14, fromHour: 8, toHour: 22 },
      },
      mailsPerSecond: 25,
    },
    retention: { months: { visitor: 6, quotation: 7, subscription: 8, request: 1_200 }, resetsDays: 1 },
    party: {
      responsible: 'Andes SpA',
      representative: 'Rosa',
      address: 'Moneda 1',
      transfers: 'A Brasil.',
      inForceFrom: '2027-06-01',
    },
    oidc: {
      issuer: 'https://accounts.example',
      clientId: 'tarjetas',
      clientSecret: 'secreto',
      name: 'Empresa',
    },
    trustProxy: ['loopback', '10.0.0.0/8', '2001:db8::/32', '192.0.2.1'],
    rateLimits: scaledLimits(250),
    database: oneLogin('postgres://app:cl%23av%2Fe%3F@base.example/app'),
    eventStore: { kind: 'eventstoredb', url: 'esdb://ana:clave@eventos.example:2113' },
    serves: ['api', 'relay'],
    eventFeed: 'kafka',
    kafka: {
      brokers: ['uno.example:9092', '[::1]:9093'],
      isEncrypted: true,
      caFile: '/run/ca',
      mechanism: 'plain',
      username: 'empresa',
      passwordFile: '/run/kafka',
    },
    monitorToken: 'a-token.of~24+characters/=',
    securityContact: 'https://empresa.example/seguridad',
    logLevel: 'debug',
    production: true,
    keyFiles: { jwt: '/run/jwt', visitor: '/run/visitor', seal: '/run/seal' },
  })
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

describe('the event log', () => {
  const url = 'esdb://servidor:2113?tls=false'

  test('is in PostgreSQL unless EVENT_STORE names another store, whose address is EVENTSTORE_URL', () => {
    expect(readSettings({ EVENT_STORE: 'postgres' }).eventStore).toEqual({ kind: 'postgres' })
    const given = { EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: url }
    expect(readSettings(given).eventStore).toEqual({ kind: 'eventstoredb', url })
    expect(refusalOf({ EVENT_STORE: 'eventstoredb' }).message).toMatch(/^EVENTSTORE_URL: debe darse con/)
  })

  test('is never silently in PostgreSQL when an address of EventStoreDB is given', () => {
    expect(refusalOf({ EVENTSTORE_URL: url }).message).toMatch(/^EVENTSTORE_URL: debe ir junto con/)
    const chosen = { EVENT_STORE: 'postgres', EVENTSTORE_URL: url }
    expect(readSettings(chosen).eventStore).toEqual({ kind: 'postgres' })
  })

  test('is refused at an address that the client would misread', () => {
    const wrong = { EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: 'esdb://ana:12/34@servidor:2113' }
    expect(refusalOf(wrong).message).toMatch(/^EVENTSTORE_URL: debe ser como .*@ como %40.*\.$/)
    expect(refusalOf(wrong).message).not.toContain('12/34')
  })
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

test('proxies are named by address or by network', () => {
  const { trustProxy } = readSettings({ TRUST_PROXY: 'linklocal,uniquelocal,127.0.0.1,fe80::/10' })
  expect(trustProxy).toEqual(['linklocal', 'uniquelocal', '127.0.0.1', 'fe80::/10'])
})

test('settings of Kafka that lack another one are refused by the name of that one', () => {
  const brokers = { KAFKA_BROKERS: 'uno.example:9092' }
  expect(refusalOf({ EVENT_FEED: 'kafka' }).message).toMatch(/^KAFKA_BROKERS: .*EVENT_FEED=kafka/)
  expect(refusalOf({ SERVE: 'relay' }).message).toMatch(/^KAFKA_BROKERS: .*SERVE=relay/)
  expect(refusalOf({ SERVE: 'projections' }).message).toMatch(/^DATABASE_URL: .*SERVE/)
  expect(refusalOf({ KAFKA_USER: 'a' }).message).toMatch(/^KAFKA_USER: debe ir junto con/)
  expect(refusalOf({ KAFKA_TLS: 'on' }).message).toMatch(/^KAFKA_TLS: debe ir junto con/)
  expect(refusalOf({ ...brokers, KAFKA_MECHANISM: 'plain' }).message).toMatch(
    /^KAFKA_MECHANISM: .*KAFKA_TLS=on/,
  )
  expect(readSettings({ ...brokers, KAFKA_MECHANISM: 'plain', KAFKA_TLS: 'on' }).kafka?.isEncrypted).toBe(
    true,
  )
  expect(readSettings(brokers).kafka?.isEncrypted).toBe(false)
  expect(refusalOf({ ...brokers, KAFKA_USER: 'a' }).variable).toBe('KAFKA_PASSWORD_FILE')
  expect(refusalOf({ ...brokers, KAFKA_PASSWORD_FILE: '/run/kafka' }).variable).toBe('KAFKA_USER')
})

/** Signs that end a login for some readers of a URL. */
const RAW = ['@', '#', '/', '?', '%']

describe('a wrong value', () => {
  const wrong: readonly (readonly [string, readonly string[]])[] = [
    ['REMINDER_HOURS', ['9-20', '20-09', '09-09', '09-25', '09:00-20:00']],
    ['REMINDER_MAILS_PER_SECOND', ['0', '-1', '1.5', '10000']],
    ['RETENTION_VISITORS_MONTHS', ['0', '-1', '1.5', 'dos', '1201']],
    ['RETENTION_QUOTATIONS_MONTHS', ['0', '-1', '1.5', '1e2']],
    ['RETENTION_SUBSCRIPTIONS_MONTHS', ['0', '-24', '1,5']],
    ['RETENTION_REQUESTS_MONTHS', ['0', '-1', ' 1', '36 meses']],
    ['RETENTION_RESETS_DAYS', ['0', '-7', '7.0']],
    ['RESPONSIBLE', [' ', 'x'.repeat(501)]],
    ['LAW_IN_FORCE_FROM', ['mañana', '01-12-2026', '2026-13-01']],
    ['HEAD_MAIL_TO', ['archivo', 'a@b@c']],
    ['PORT', ['abc', '-1', '65536', '3000.5', ' 80']],
    ['HOST', ['con espacio', 'http://x']],
    ['PUBLIC_URL', ['x', 'ftp://x.example', 'https://x.example/a', 'https://a@x.example']],
    ['ADMIN_EMAIL', ['ana', 'ana@']],
    ['ADMIN_PASSWORD', ['Corta-1', 'minuscula-1', 'MAYUSCULA-1', 'SinNumeros', `Aa1${'ñ'.repeat(35)}`]],
    ['DEMO', ['yes', 'ON']],
    [
      'SMTP_URL',
      [
        'correo.example',
        'http://correo.example',
        'smtp://',
        ...RAW.map((sign) => `smtp://ana:12${sign}z4@correo.example`),
      ],
    ],
    ['MAIL_FROM', ['avisos', 'avisos@']],
    ['OIDC_CLIENT_ID', ['x'.repeat(256)]],
    ['OIDC_NAME', ['x'.repeat(41)]],
    ['OIDC_ISSUER', ['accounts.example', 'ftp://accounts.example']],
    ['TRUST_PROXY', ['true', '*', 'proxy.example', '10.0.0.0/33', '0.0.0.0/0', 'loopback,']],
    ['RATE_LIMITS', ['0', '1000001', 'login=50/900', '1.5']],
    [
      'DATABASE_URL',
      [
        'mysql://base.example/app',
        'base',
        ...RAW.map((sign) => `postgres://app:12${sign}z4@base.example/app`),
        'postgres://base/app?application_name=a@b',
      ],
    ],
    ['EVENT_STORE', ['mysql', 'EventStoreDB']],
    ['EVENTSTORE_URL', ['esdb://servidor:2113?tls=false']],
    ['SERVE', ['todo', 'api,proyecciones', 'api;relay', ',']],
    ['EVENT_FEED', ['Kafka', 'postgres']],
    ['KAFKA_BROKERS', ['uno.example', 'uno.example:0', 'uno.example:65536', 'uno:1,,dos:2', 'kafka://uno:1']],
    ['KAFKA_TLS', ['off', 'true']],
    ['KAFKA_MECHANISM', ['oauthbearer', 'scram']],
    ['LOG_LEVEL', ['verbose']],
    ['MONITOR_TOKEN', ['corta', 'x'.repeat(23), 'con espacios entre muchas letras', 'x'.repeat(201)]],
    ['SECURITY_CONTACT', ['nadie', 'http://empresa.example', 'mailto:a@b.example', 'javascript:alert(1)']],
  ]
  const cases = wrong.flatMap(([variable, values]) => values.map((value) => [variable, value] as const))

  test('is refused in one line that names the variable', () =>
    everyRow(cases, ([variable, value]) => {
      const refusal = refusalOf({ [variable]: value })
      expect(refusal).toBeInstanceOf(StartError)
      expect(refusal.variable).toBe(variable)
      expect(refusal.message).toMatch(new RegExp(`^${variable}: debe .+\\.$`))
    }))

  test('is never repeated, because it may be a secret', () => {
    expect(refusalOf({ DATABASE_URL: 'base:clave-secreta' }).message).not.toContain('clave-secreta')
  })
})

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
  expect(() => readSettings({ DATABASE_READER_URL: reader })).toThrow(/^DATABASE_READER_URL: .*DATABASE_URL/)
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
