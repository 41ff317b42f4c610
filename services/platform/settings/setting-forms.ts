import { isIP } from 'node:net'
import { z } from 'zod'
import { newPassword } from '@app/contracts/fields/credentials.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'

/** The work that a process may do. Processes of one database know each part by its place here. */
export const PARTS = ['api', 'projections', 'reminders', 'relay'] as const
export type Part = (typeof PARTS)[number]

const PERIOD_MAX = 1_200

/** A text that `read` understands. The advice never repeats it, because it may be a secret. */
export const read = <Value>(advice: string, readText: (text: string) => Value | undefined) =>
  z.string().transform((text, context): Value => {
    const value = readText(text)
    if (value !== undefined) return value
    context.addIssue(advice)
    return z.NEVER
  })

export const short = (most: number) => z.string().max(most, `debe tener a lo más ${most} caracteres.`)

export const optional = <Schema extends z.ZodType>(schema: Schema, description: string, otherwise = '') =>
  schema.optional().meta({ description, otherwise })

export const usually = <Schema extends z.ZodType<unknown, string>>(
  value: string,
  schema: Schema,
  description: string,
) => schema.prefault(value as z.input<Schema> & {}).meta({ description, otherwise: `\`${value}\`` })

export const wholeNumber = (advice: string, least: number, most: number) =>
  read(advice, (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN
    return number >= least && number <= most ? number : undefined
  })

export const period = (unit: 'meses' | 'días', value: number, description: string) => {
  const advice = `debe ser un número entero de ${unit} entre 1 y ${PERIOD_MAX}.`
  return usually(String(value), wholeNumber(advice, 1, PERIOD_MAX), description)
}

export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, `debe ser uno de ${words.join(', ')}.`)

export function mailAddress(example: string) {
  const advice = `debe ser un correo electrónico, por ejemplo ${example}.`
  return z.email(advice).max(254, advice)
}

export const url = (advice: string, ...protocols: readonly string[]) =>
  read(advice, (text) => (isUrl(text, protocols) ? text : undefined))

/** How to write signs that would end a login within a URL; the end of an advice. */
export const ENCODED_SIGNS =
  'en el usuario y la clave escribe @ como %40, # como %23, / como %2F, ? como %3F y % como %25.'

/** Without a sign that is read as the end of the login by some, and as a part of it by others. */
const CLEAR_LOGIN = /^[a-z][a-z\d+.-]*:\/\/(?:[^@/?#%]|%[\da-f]{2})*(?:@[^@/?#]+)?(?:[/?#][^@]*)?$/i

export const urlWithLogin = (advice: string, ...protocols: readonly string[]) =>
  read(`${advice}; ${ENCODED_SIGNS}`, (text) =>
    CLEAR_LOGIN.test(text) && isUrl(text, protocols) ? text : undefined,
  )

const DATABASE = 'debe ser una dirección postgres://, por ejemplo postgres://usuario:clave@servidor:5432/base'
export const database = (description: string, otherwise?: string) =>
  optional(urlWithLogin(DATABASE, 'postgres:', 'postgresql:'), description, otherwise)

export const secretFile = (description: string) => optional(z.string(), description, 'made in `SECRETS_DIR`')

export const token = (use: string) =>
  optional(
    z
      .string()
      .regex(
        /^[\w.~+/=-]{24,200}$/,
        'debe tener entre 24 y 200 letras, números o signos como - _ . ~ + / =, sin espacios.',
      ),
    `as \`Authorization: Bearer …\` it ${use}`,
  )

export const stated = (value: string, description: string) => {
  const advice = 'debe ser un texto de 1 a 500 caracteres.'
  return usually(value, z.string().trim().min(1, advice).max(500, advice), description)
}

/** Words between commas, each of which is one. */
function wordsOf(text: string, isOne: (word: string) => boolean): readonly string[] | undefined {
  const words = text.split(',').map((word) => word.trim())
  return words.every(isOne) ? words : undefined
}

export const parts = read(
  `debe nombrar lo que hace este proceso, separado por comas: ${PARTS.join(', ')}.`,
  (text): readonly Part[] | undefined => {
    const words = wordsOf(text, (word) => PARTS.some((part) => part === word))
    return words && PARTS.filter((part) => words.includes(part))
  },
)

const BROKER = /^(?:[\w.-]+|\[[\da-f:]+\]):(\d{1,5})$/i
export const BROKERS = 'uno.example:9092,dos.example:9092'
const BROKERS_MAX = 20

export const brokers = read(
  `debe nombrar los servidores de Kafka, cada uno con su puerto y separados por comas, por ejemplo ${BROKERS}.`,
  (text) => {
    const portOf = (broker: string): number => Number(BROKER.exec(broker)?.[1] ?? 0)
    const words = wordsOf(text, (word) => portOf(word) > 0 && portOf(word) <= 65_535)
    return words && words.length <= BROKERS_MAX ? words : undefined
  },
)

export const proxies = read(
  'debe nombrar los proxies de delante, separados por comas: loopback, direcciones o redes, por ejemplo loopback,10.0.0.0/8.',
  (text) => wordsOf(text, isProxy),
)

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits = '32', ...more] = text.split('/')
  const bitsMax = isIP(address) === 4 ? 32 : 128
  // A network of 0 bits would trust everybody.
  return isIP(address) > 0 && more.length === 0 && /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= bitsMax
}

/** The hours of a day in which reminders are sent, both included. */
export const sendingHours = read(
  'debe ser dos horas de 00 a 24, la primera antes que la segunda, por ejemplo 09-20.',
  (text) => {
    const [, from, to] = /^(\d{2})-(\d{2})$/.exec(text) ?? []
    const [fromHour, toHour] = [Number(from), Number(to)]
    return fromHour < toHour && toHour <= 24 ? { fromHour, toHour } : undefined
  },
)

/** Accepts neither path, query, fragment nor login. */
export const origin = read(
  'debe ser una dirección http o https sin ruta ni barra final, por ejemplo https://tarjetas.example.',
  (text) => {
    if (!isUrl(text, ['http:', 'https:']) || /[/?#]$/.test(text)) return undefined
    const { pathname, search, hash, username, password, origin: own } = new URL(text)
    return pathname === '/' && search + hash + username + password === '' ? own : undefined
  },
)

/** For security.txt (RFC 9116). */
export const contact = read(
  'debe ser un correo o una dirección https, por ejemplo seguridad@empresa.example o https://empresa.example/seguridad.',
  (text) => {
    if (z.email().max(254).safeParse(text).success) return `mailto:${text}`
    return isUrl(text, ['https:']) ? text : undefined
  },
)

export const password = read(
  `debe tener al menos ${LIMITS.passwordCharsMin} caracteres y a lo más ${LIMITS.passwordBytesMax} bytes, con mayúscula, minúscula y número.`,
  (text) => newPassword.safeParse(text).data,
)

function isUrl(text: string, protocols: readonly string[]): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocols.includes(protocol) && hostname !== ''
}
