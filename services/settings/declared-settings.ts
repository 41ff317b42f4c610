import { isIP } from 'node:net'
import { z } from 'zod'
import { newPassword } from '@app/contracts/fields/password.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { optionalSetting, settingWithDefault, wholeNumberText } from './declare-setting.ts'
import { DISTRIBUTION_SETTINGS } from './distribution-settings.ts'
import { rateLimitsOf, unknownRateLimit, type RateLimitChanges } from './rate-limits-setting.ts'
import { REMINDER_SETTINGS } from './reminder-settings.ts'
import { PRIVACY_SETTINGS } from './privacy-settings.ts'
import { RETENTION_SETTINGS } from './retention-settings.ts'
import { ENCODED_SIGNS, encodeCredentials } from './url-credentials.ts'
import { contactOf, isOrigin, isUrl } from './web-addresses.ts'

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const

const url = (...protocols: readonly string[]) => z.string().refine((text) => isUrl(text, protocols))

const mailAddress = z.email().max(254)

const database = (otherwise: string, description: string) =>
  optionalSetting(otherwise, {
    schema: z.string().transform(encodeCredentials).pipe(url('postgres:', 'postgresql:')),
    advice: `debe ser una dirección postgres://, por ejemplo postgres://usuario:clave@servidor:5432/base; ${ENCODED_SIGNS}`,
    description,
  })

const secretFile = (description: string) =>
  optionalSetting('made in `SECRETS_DIR`', {
    schema: z.string(),
    description,
  })

const SECRET = {
  schema: z.string().regex(/^[\w.~+/=-]{24,200}$/),
  advice: 'debe tener entre 24 y 200 letras, números o signos como - _ . ~ + / =, sin espacios.',
}

const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal']

function proxiesOf(text: string): readonly string[] | undefined {
  const parts = text.split(',').map((part) => part.trim())
  return parts.every((part) => PROXY_NAMES.includes(part) || isNetwork(part)) ? parts : undefined
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  if (bits === undefined) return true
  // Excludes /0, which would trust everybody.
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}

/** In the order of the documentation; the list of docs/operations.md is generated from it. */
export const SETTINGS = {
  PORT: settingWithDefault('3000', {
    schema: wholeNumberText(0, 65_535),
    advice: 'debe ser un número de puerto entre 0 y 65535, por ejemplo PORT=3000.',
    description: 'port; with `0` the system chooses one',
  }),
  HOST: settingWithDefault('127.0.0.1', {
    schema: z.string().regex(/^[A-Za-z0-9.:_-]+$/),
    advice: 'debe ser una dirección o un nombre de equipo, por ejemplo HOST=127.0.0.1.',
    description: 'address to listen on',
  }),
  PUBLIC_URL: optionalSetting('`http://HOST:PORT`', {
    schema: z.string().refine(isOrigin),
    advice:
      'debe ser una dirección http o https sin ruta ni barra final, por ejemplo https://tarjetas.example.',
    description: 'the only source of links',
  }),
  NODE_ENV: optionalSetting('none', {
    schema: z.string(),
    description:
      '`production` requires `JWT_SECRET_FILE` and each `…_KEY_FILE`, and disables demo traffic and local stand-ins',
  }),
  DATA_DIR: settingWithDefault('.data', { schema: z.string(), description: 'database, secrets' }),
  DATABASE_URL: database('none', 'your own PostgreSQL instead of the embedded one'),
  DATABASE_OWNER_URL: database(
    '`DATABASE_URL`',
    'a separate login for migrations ([how](#logins-of-your-own-database)); after `npm run ops -- migrate` the product starts without it',
  ),
  DATABASE_PROJECTOR_URL: database('`DATABASE_URL`', 'a separate login to write read models'),
  DATABASE_READER_URL: database('`DATABASE_URL`', 'a separate login to query read models'),
  ...DISTRIBUTION_SETTINGS,
  ADMIN_EMAIL: settingWithDefault(`admin@${PRODUCT.name.toLowerCase()}.example`, {
    schema: mailAddress,
    advice: 'debe ser un correo electrónico, por ejemplo admin@empresa.example.',
    description: 'e-mail of the first administrator',
  }),
  ADMIN_PASSWORD: optionalSetting('made on the first start', {
    schema: newPassword,
    advice: `debe tener al menos ${LIMITS.passwordCharsMin} caracteres y a lo más ${LIMITS.passwordBytesMax} bytes, con mayúscula, minúscula y número.`,
    description: 'a new value replaces the password; an unchanged value does not undo a later change',
  }),
  JWT_SECRET_FILE: secretFile('signs tokens'),
  VISITOR_KEY_FILE: secretFile('hashes the data that identifies a visitor'),
  SEAL_KEY_FILE: secretFile('signs the heads of the event log; one for all processes on a log'),
  SECRETS_DIR: optionalSetting('`DATA_DIR/secrets`', {
    schema: z.string(),
    description: 'keys, ledgers and the last signed head; one folder for all processes on a database',
  }),
  LOG_LEVEL: settingWithDefault('warn', {
    schema: z.enum(LOG_LEVELS),
    advice: `debe ser uno de ${LOG_LEVELS.join(', ')}.`,
    description: LOG_LEVELS.map((level) => `\`${level}\``).join(' '),
  }),
  MONITOR_TOKEN: optionalSetting('none', {
    ...SECRET,
    description:
      'as `Authorization: Bearer …` it opens `/metrics` and the details of `/readyz` to other machines',
  }),
  SECURITY_CONTACT: settingWithDefault(PRODUCT.supportEmail, {
    schema: z.string().transform(contactOf).pipe(z.string()),
    advice:
      'debe ser un correo o una dirección https, por ejemplo seguridad@empresa.example o https://empresa.example/seguridad.',
    description: 'mail address or https page in `/.well-known/security.txt`',
  }),
  DEMO: optionalSetting('`on` to try it, else `off`', {
    schema: z.enum(['on', 'off']),
    advice: 'debe ser on u off.',
    description:
      'a year of invented traffic for a new demo profile; by default only with the embedded database and not in production',
  }),
  SMTP_URL: optionalSetting('none', {
    schema: z.string().transform(encodeCredentials).pipe(url('smtp:', 'smtps:')),
    advice: `debe ser una dirección smtp:// o smtps://, por ejemplo smtp://usuario:clave@correo.example:587; ${ENCODED_SIGNS}`,
    description:
      'mail server; encrypted (STARTTLS or `smtps://`) unless it is on this machine or the address ends in `?requireTLS=false`; without it mails are kept under `DATA_DIR/mail`, and shown where `PUBLIC_URL` is this machine, never in production',
  }),
  MAIL_FROM: settingWithDefault(PRODUCT.supportEmail, {
    schema: mailAddress,
    advice: 'debe ser un correo electrónico, por ejemplo avisos@empresa.example.',
    description: 'sender of mails',
  }),
  HEAD_MAIL_TO: optionalSetting('none', {
    schema: mailAddress,
    advice: 'debe ser un correo electrónico, por ejemplo archivo@notaria.example.',
    description:
      'mailbox outside that gets the last signed head of each day, which proves the log until then',
  }),
  MAIL_REPORTS_SECRET: optionalSetting('none', {
    ...SECRET,
    description: 'as `Authorization: Bearer …` it allows posting delivery reports to `/api/mail/reports`',
  }),
  ...REMINDER_SETTINGS,
  ...RETENTION_SETTINGS,
  ...PRIVACY_SETTINGS,
  OIDC_ISSUER: optionalSetting('none', {
    schema: url('https:', 'http:'),
    advice:
      'debe ser la dirección https de un proveedor OpenID Connect, por ejemplo https://accounts.google.com.',
    description:
      'OpenID Connect provider for logins (Google: `https://accounts.google.com`); without it a local stand-in, or none in production',
  }),
  OIDC_CLIENT_ID: optionalSetting('none', {
    schema: z.string().max(255),
    description: 'given with `OIDC_ISSUER`',
  }),
  OIDC_CLIENT_SECRET: optionalSetting('none', {
    schema: z.string().max(255),
    description: 'given with `OIDC_ISSUER`',
  }),
  OIDC_NAME: settingWithDefault('Google', {
    schema: z.string().max(40),
    description: 'label of the provider’s button',
  }),
  TRUST_PROXY: optionalSetting('none', {
    schema: z.string().transform(proxiesOf).pipe(z.array(z.string())),
    advice:
      'debe nombrar los proxies de delante, separados por comas: loopback, direcciones o redes, por ejemplo loopback,10.0.0.0/8.',
    description:
      'proxies whose `X-Forwarded-For` is trusted: `loopback`, addresses, networks, separated by commas',
  }),
  RATE_LIMITS: optionalSetting('the ordinary ones', {
    schema: z
      .string()
      .transform(rateLimitsOf)
      .pipe(z.custom<RateLimitChanges>((given) => given !== undefined)),
    advice:
      'debe ser una lista como login=50/900,traffic=1000/100: nombre=máximo/segundos (o ráfaga/por segundo).',
    adviceOn: unknownRateLimit,
    description: 'other quotas, by name: `login=50/900,traffic=1000/100`',
  }),
} as const

type Declared = typeof SETTINGS
export type Environment = { readonly [Variable in keyof Declared]: z.output<Declared[Variable]['schema']> }
