import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { slugSchema } from '@app/contracts/events/profile-events.ts'
import { NETWORKS } from '@app/contracts/traffic/traffic-kinds.ts'
import { codeOf, StartError } from '@app/contracts/start-error.ts'
import { proxiesOf } from '@app/settings/proxies-setting.ts'
import type { ClientPlace } from './client-of-line.ts'
import type { LogEntry } from './parse-line.ts'

/** The first rule whose path matches wins. */
export interface AccessMap extends ClientPlace {
  readonly methods: ReadonlySet<string>
  readonly statuses: ReadonlySet<number>
  readonly rules: readonly MapRule[]
}
export type MapRule = z.infer<typeof rule>

const path = z.string().transform((text, context) => {
  try {
    return new RegExp(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
    return z.NEVER
  }
})
const fields = { path, profile: slugSchema }
const kinds = [
  z.strictObject({ ...fields, event: z.literal('tap') }),
  z.strictObject({ ...fields, event: z.literal('click'), network: z.enum(NETWORKS) }),
  z.strictObject({ ...fields, event: z.literal('download') }),
] as const
const rule = z.discriminatedUnion('event', kinds, { error: 'debe ser tap, click o download' })
const accessMap = z.strictObject({
  description: z.string().optional(),
  address: z.enum(['first', 'last']).default('first'),
  proxies: z
    .array(z.string().refine((text) => proxiesOf(text) !== undefined, 'debe ser una dirección o red'))
    .default([]),
  methods: z.array(z.string().regex(/^[A-Z]+$/)).min(1),
  statuses: z.array(z.int().min(100).max(599)).min(1),
  rules: z.array(rule).min(1),
})

export async function readMap(file: string): Promise<AccessMap> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StartError(
      `No se puede leer el mapa ${file} (${codeOf(cause) ?? String(cause)}): revisa la ruta.`,
    )
  })
  return parseMap(text, file)
}

/** @param name the file's, for the message. @throws StartError naming the path of the mistake */
export function parseMap(text: string, name: string): AccessMap {
  const parsed = accessMap.safeParse(jsonOf(text, name), { error: z.locales.es().localeError })
  if (parsed.success) {
    const { methods, statuses, ...rest } = parsed.data
    return { methods: new Set(methods), statuses: new Set(statuses), ...rest }
  }
  const [issue] = parsed.error.issues
  throw new StartError(
    `El mapa ${name} no se puede usar en ${placeOf(issue?.path ?? [])}: ${(issue?.message ?? 'valor inválido').replace(/\.$/, '')}.`,
  )
}

function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // The parser's message quotes the file, line breaks included.
    const why = (error as Error).message.replace(/\s+/g, ' ')
    throw new StartError(`El mapa ${name} no es JSON válido (${why}).`)
  }
}

/** `rules[3].network`. */
function placeOf(keys: readonly PropertyKey[]): string {
  const written = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return written === '' ? 'su raíz' : written.replace(/^\./, '')
}

export function findRule(map: AccessMap, { method, status, path: asked }: LogEntry): MapRule | undefined {
  if (!map.methods.has(method) || !map.statuses.has(status)) return undefined
  return map.rules.find((one) => one.path.test(asked))
}

export const profilesOf = ({ rules }: AccessMap): readonly string[] => [
  ...new Set(rules.map(({ profile }) => profile)),
]
