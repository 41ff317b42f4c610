import proxyAddr from 'proxy-addr'
import { z } from 'zod'
import { newPassword } from '@app/contracts/fields/new-password.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'

/** The work that a process may do. Processes of one database know each part by its place here. */
export const PARTS = ['api', 'projections', 'reminders', 'relay'] as const
export type Part = (typeof PARTS)[number]

/** A text that `readText` understands. The advice never repeats it, because it may be a secret. */
const read = <Value>(advice: string, readText: (text: string) => Value | undefined) =>
  z.string().transform((text, context): Value => {
    const value = readText(text)
    if (value !== undefined) return value
    context.addIssue(advice)
    return z.NEVER
  })

export const optional = <Schema extends z.ZodType>(schema: Schema, description: string, otherwise = '') =>
  schema.optional().meta({ description, otherwise })

export const usually = <Schema extends z.ZodType<unknown, string>>(
  value: string,
  schema: Schema,
  description: string,
) => schema.prefault(value as z.input<Schema> & {}).meta({ description, otherwise: `\`${value}\`` })

export const short = (most: number) => {
  const advice = `debe ser un texto de 1 a ${most} caracteres.`
  return z.string().trim().min(1, advice).max(most, advice)
}

export const number = (least: number, most: number) =>
  read(`debe ser un número entero entre ${least} y ${most}.`, (text) =>
    /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined,
  )

const PERIOD_MAX = 1_200
export const period = (value: number, description: string) =>
  usually(String(value), number(1, PERIOD_MAX), description)

export const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  z.enum(words, `debe ser ${words.join(' o ')}.`)

export const mailAddress = (example: string) => {
  const advice = `debe ser un correo electrónico, por ejemplo ${example}.`
  return z.email(advice).max(254, advice)
}

export const host = z
  .string()
  .regex(/^[\w.:-]+$/, 'debe ser una dirección o un nombre de equipo, por ejemplo 127.0.0.1.')

const ENCODED_SIGNS =
  'en el usuario y la clave escribe @ como %40, # como %23, / como %2F, ? como %3F y % como %25.'
/** Without a sign that is read as the end of the login by some, and as a part of it by others. */
const CLEAR_LOGIN = /^[a-z][a-z\d+.-]*:\/\/(?:[^@/?#%]|%[\da-f]{2})*(?:@[^@/?#]+)?(?:[/?#][^@]*)?$/i

/** @param example whose protocol, and further ones, may begin the address */
export const url = (example: string, ...protocols: readonly string[]) =>
  read(`debe ser una dirección como ${example}; ${ENCODED_SIGNS}`, (text) =>
    CLEAR_LOGIN.test(text) && isUrl(text, [new URL(example).protocol, ...protocols]) ? text : undefined,
  )

export const database = (description: string, otherwise?: string) =>
  optional(url('postgres://usuario:clave@servidor:5432/base', 'postgresql:'), description, otherwise)

const EVENT_STORE = /^(esdb(?:\+discover)?:\/\/(?:[^@/?#\s]+@)?([\w.:,-]+))\/?(\?[^@\s]*)?$/i
const EVENT_STORE_ADVICE = `debe ser como esdb://usuario:clave@uno:2113,dos:2113, también con ?tlsCAFile=ARCHIVO, o, sin TLS, esdb://servidor:2113?tls=false; ${ENCODED_SIGNS}`

/** Removes a final slash, which the client takes for a part of a name. */
export const eventStoreUrl = read(EVENT_STORE_ADVICE, (text) => {
  const [, start, , query = ''] = EVENT_STORE.exec(text) ?? []
  return start && start + query
})

/** The only part of the URL that may be shown. */
export const eventStoreHostsOf = (text: string): string => EVENT_STORE.exec(text)?.[2] ?? ''

const isPort = (text: string): boolean => Number(text) > 0 && Number(text) <= 65_535

export const secretFile = (description: string) => optional(z.string(), description, 'made in `SECRETS_DIR`')

const TOKEN = /^[\w.~+/=-]{24,200}$/
export const token = (use: string) =>
  optional(
    z.string().regex(TOKEN, 'debe tener entre 24 y 200 letras, números o signos - _ . ~ + / =.'),
    `as \`Authorization: Bearer …\` it ${use}`,
  )

const words = (advice: string, isOne: (word: string) => boolean) =>
  read(advice, (text): readonly string[] | undefined => {
    const list = text.split(',').map((word) => word.trim())
    return list.every(isOne) ? list : undefined
  })

export const parts = words(
  `debe nombrar lo que hace este proceso, separado por comas: ${PARTS.join(', ')}.`,
  (word) => PARTS.some((part) => part === word),
).transform((list): readonly Part[] => PARTS.filter((part) => list.includes(part)))

export const brokers = words(
  'debe nombrar los servidores de Kafka, por ejemplo uno.example:9092,dos.example:9092.',
  (word) => isPort(/^(?:[\w.-]+|\[[\da-f:]+\]):(\d{1,5})$/i.exec(word)?.[1] ?? ''),
)

export const proxies = words(
  'debe nombrar los proxies de delante: loopback, direcciones o redes, por ejemplo loopback,10.0.0.0/8.',
  isProxy,
)

/** @returns false also for a network of 0 bits, which would trust everybody */
function isProxy(text: string): boolean {
  try {
    return proxyAddr.compile([text]) !== undefined
  } catch {
    return false
  }
}

export const sendingHours = read(
  'debe ser dos horas de 00 a 24, la primera antes que la segunda, por ejemplo 09-20.',
  (text) => {
    const [fromHour, toHour] = (/^(\d{2})-(\d{2})$/.exec(text) ?? []).slice(1).map(Number)
    return fromHour! < toHour! && toHour! <= 24 ? { fromHour: fromHour!, toHour: toHour! } : undefined
  },
)

/** Accepts neither path, query, fragment nor login. */
export const origin = read(
  'debe ser una dirección http o https sin ruta ni barra final, por ejemplo https://tarjetas.example.',
  (text) => {
    if (!isUrl(text, ['http:', 'https:']) || /[/?#]$/.test(text)) return undefined
    const { pathname, search, hash, username, password: key, origin: own } = new URL(text)
    return pathname === '/' && search + hash + username + key === '' ? own : undefined
  },
)

export const contact = read(
  'debe ser un correo o una dirección https, por ejemplo seguridad@empresa.example.',
  (text) => {
    if (z.email().max(254).safeParse(text).success) return `mailto:${text}`
    return isUrl(text, ['https:']) ? text : undefined
  },
)

export const password = read(
  `debe tener al menos ${LIMITS.passwordCharsMin} caracteres y a lo más ${LIMITS.passwordBytesMax} bytes, con mayúscula, minúscula y número.`,
  (text) => newPassword.safeParse(text).data,
)

const isUrl = (text: string, protocols: readonly string[]): boolean =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== ''

export function defaultPublicUrl(hostName: string, port: number): string {
  return `http://${hostName.includes(':') ? `[${hostName}]` : hostName}:${port}`
}

/** True only for this machine; RFC 6761 reserves `localhost`. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
