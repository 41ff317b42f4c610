import * as form from './setting-forms.ts'
import { z } from 'zod'
import { RETENTION_DEFAULTS } from '@app/contracts/limits/periods.ts'
import { PRODUCT } from '@app/contracts/product.ts'

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
const { database, optional, period, secretFile, short, token, usually } = form
const { months, resetsDays } = RETENTION_DEFAULTS

/** In the order of the list of docs/operations.md, which is made of it: default, form with its advice, sentence. */
export const SETTINGS = z.object({
  PORT: usually('3000', form.number(0, 65_535), 'port; with `0` the system chooses one'),
  HOST: usually('127.0.0.1', form.host, 'address to listen on'),
  PUBLIC_URL: optional(form.origin, 'the only source of links', '`http://HOST:PORT`'),
  NODE_ENV: optional(
    z.string(),
    '`production` requires `JWT_SECRET_FILE` and each `…_KEY_FILE`, and disables demo traffic and local stand-ins',
  ),
  DATA_DIR: usually('.data', z.string(), 'database, secrets'),
  DATABASE_URL: database('your own PostgreSQL instead of the embedded one'),
  DATABASE_OWNER_URL: database(
    'a separate login for migrations ([how](#logins-of-your-own-database)); after `npm run ops -- migrate` the product starts without it',
    '`DATABASE_URL`',
  ),
  DATABASE_PROJECTOR_URL: database('a separate login to write read models', '`DATABASE_URL`'),
  DATABASE_READER_URL: database('a separate login to query read models', '`DATABASE_URL`'),
  EVENT_STORE: optional(
    form.oneOf('postgres', 'eventstoredb'),
    '`eventstoredb` stores the event log in EventStoreDB',
    '`postgres`',
  ),
  EVENTSTORE_URL: optional(form.eventStoreUrl, 'its address; only with `EVENT_STORE=eventstoredb`'),
  SERVE: usually(
    'api,projections,reminders',
    form.parts,
    'what this process does ([many processes](kafka.md)): also `relay`, which sends the log to Kafka',
  ),
  EVENT_FEED: usually(
    'log',
    form.oneOf('log', 'kafka'),
    '`kafka`: read models follow Kafka, and the log only where they are behind it',
  ),
  KAFKA_BROKERS: optional(
    form.brokers,
    '`host:port`, separated by commas; needed with `EVENT_FEED=kafka` or `SERVE=relay`',
  ),
  KAFKA_TLS: optional(form.oneOf('on'), '`on`: connections are encrypted', '`on` with `KAFKA_TLS_CA_FILE`'),
  KAFKA_TLS_CA_FILE: optional(z.string(), 'PEM of whoever signed the brokers’ certificates'),
  KAFKA_MECHANISM: usually(
    'scram-sha-512',
    z
      .string()
      .toLowerCase()
      .pipe(form.oneOf('plain', 'scram-sha-256', 'scram-sha-512')),
    '`plain` (with TLS only), `scram-sha-256` or `scram-sha-512`: how `KAFKA_USER` signs in',
  ),
  KAFKA_USER: optional(short(255), 'signs in at the brokers; needs `KAFKA_PASSWORD_FILE`'),
  KAFKA_PASSWORD_FILE: optional(z.string(), 'file with the password and nothing else'),
  ADMIN_EMAIL: usually(
    `admin@${PRODUCT.name.toLowerCase()}.example`,
    form.mailAddress('admin@empresa.example'),
    'e-mail of the first administrator',
  ),
  ADMIN_PASSWORD: optional(
    form.password,
    'password of that administrator until it is changed',
    'made on the first start',
  ),
  JWT_SECRET_FILE: secretFile('signs tokens'),
  VISITOR_KEY_FILE: secretFile('hashes the data that identifies a visitor'),
  SEAL_KEY_FILE: secretFile('signs the heads of the event log; one for all processes on a log'),
  SECRETS_DIR: optional(
    z.string(),
    'keys, the ledger and the last signed head; one folder for all processes on a database',
    '`DATA_DIR/secrets`',
  ),
  LOG_LEVEL: usually('warn', form.oneOf(...LOG_LEVELS), LOG_LEVELS.map((level) => `\`${level}\``).join(' ')),
  MONITOR_TOKEN: token('opens `/metrics` and the details of `/readyz` to other machines'),
  SECURITY_CONTACT: usually(
    PRODUCT.supportEmail,
    form.contact,
    'mail address or https page in `/.well-known/security.txt`',
  ),
  DEMO: optional(
    form.oneOf('on', 'off'),
    'a year of invented traffic for a new demo profile; by default only with the embedded database and not in production',
    '`on` to try it, else `off`',
  ),
  SMTP_URL: optional(
    form.url('smtp://usuario:clave@correo.example:587', 'smtps:'),
    'mail server; encrypted (STARTTLS or `smtps://`) unless it is on this machine or the address ends in `?requireTLS=false`; without it mails are kept under `DATA_DIR/mail`, and shown where `PUBLIC_URL` is this machine, never in production',
  ),
  MAIL_FROM: usually(PRODUCT.supportEmail, form.mailAddress('avisos@empresa.example'), 'sender of mails'),
  HEAD_MAIL_TO: optional(
    form.mailAddress('archivo@notaria.example'),
    'mailbox outside that gets the last signed head of each day, which proves the log until then',
  ),
  MAIL_REPORTS_SECRET: token('allows posting delivery reports to `/api/mail/reports`'),
  REMINDER_HOURS: usually('09-20', form.sendingHours, 'hours in Santiago in which reminders are sent'),
  REMINDER_MAILS_PER_SECOND: usually('10', form.number(1, 9_999), 'reminders a second of a process, at most'),
  RETENTION_VISITORS_MONTHS: period(months.visitor, 'a visitor’s words, after their last act'),
  RETENTION_QUOTATIONS_MONTHS: period(months.quotation, 'a quotation, after its last change'),
  RETENTION_SUBSCRIPTIONS_MONTHS: period(months.subscription, 'an ended subscription’s address'),
  RETENTION_REQUESTS_MONTHS: period(months.request, 'an answered request about personal data'),
  RETENTION_RESETS_DAYS: period(
    resetsDays,
    'mails with links for new passwords that never left, and copies under `DATA_DIR/mail`',
  ),
  RESPONSIBLE: usually(PRODUCT.name, short(500), 'who answers for the data'),
  RESPONSIBLE_REPRESENTATIVE: usually('sin designar', short(500), 'its legal representative'),
  RESPONSIBLE_ADDRESS: usually('Chile', short(500), 'its postal address'),
  TRANSFERS: usually(
    'ninguna fuera de Chile.',
    short(500),
    'to which countries data go, and how they are protected there',
  ),
  LAW_IN_FORCE_FROM: usually(
    '2026-12-01',
    z.iso.date('debe ser una fecha, como 2026-12-01.'),
    'day from which law 21.719 is in force',
  ),
  OIDC_ISSUER: optional(
    form.url('https://accounts.google.com', 'http:'),
    'OpenID Connect provider for logins (Google: `https://accounts.google.com`); without it a local stand-in, or none in production',
  ),
  OIDC_CLIENT_ID: optional(short(255), 'given with `OIDC_ISSUER`'),
  OIDC_CLIENT_SECRET: optional(short(255), 'given with `OIDC_ISSUER`'),
  OIDC_NAME: usually('Google', short(40), 'label of the provider’s button'),
  TRUST_PROXY: optional(
    form.proxies,
    'proxies whose `X-Forwarded-For` is trusted: `loopback`, addresses, networks, separated by commas',
  ),
  RATE_LIMITS: usually('100', form.number(1, 1_000_000), 'quotas, as per cent of the ordinary ones'),
})

export type Environment = z.output<typeof SETTINGS>
