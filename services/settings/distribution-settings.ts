import { z } from 'zod'
import { optionalSetting, settingWithDefault } from './declare-setting.ts'

/** What a process may do of the product. Processes of one database know each part by its place here. */
export const PARTS = ['api', 'projections', 'reminders', 'relay'] as const
export type Part = (typeof PARTS)[number]

export interface KafkaSetting {
  /** `host:port` */
  readonly brokers: readonly string[]
  readonly isEncrypted: boolean
  /** Absent: certificates that everybody trusts. */
  readonly caFile?: string | undefined
  readonly login?: KafkaLogin | undefined
}

const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const

interface KafkaLogin {
  readonly mechanism: (typeof MECHANISMS)[number]
  readonly username: string
  readonly passwordFile: string
}

const EXAMPLE = 'uno.example:9092,dos.example:9092'
const BROKERS_MAX = 20
const HOST_AND_PORT = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:]+\]):(\d{1,5})$/

const wordsIn = (text: string): readonly string[] => text.split(',').map((word) => word.trim())

function isBroker(text: string): boolean {
  const port = Number(HOST_AND_PORT.exec(text)?.[1] ?? 0)
  return port > 0 && port <= 65_535
}

/** In the order of `PARTS`, each once. Undefined if there is another word, or none. */
function partsOf(text: string): readonly Part[] | undefined {
  const words = wordsIn(text)
  const parts = PARTS.filter((part) => words.includes(part))
  return words.every((word) => parts.some((part) => part === word)) ? parts : undefined
}

/** Where the log is, what this process does, and the Kafka between processes. */
export const DISTRIBUTION_SETTINGS = {
  EVENT_STORE: optionalSetting('`postgres`', {
    schema: z.enum(['postgres', 'eventstoredb']),
    advice: 'debe ser postgres o eventstoredb.',
    description: '`eventstoredb` stores the event log in EventStoreDB',
  }),
  EVENTSTORE_URL: optionalSetting('none', {
    schema: z.string(),
    description: 'its address; needed with `EVENT_STORE=eventstoredb`, refused without it',
  }),
  SERVE: settingWithDefault('api,projections,reminders', {
    schema: z
      .string()
      .transform(partsOf)
      .pipe(z.custom<readonly Part[]>((parts) => parts !== undefined)),
    advice: `debe nombrar lo que hace este proceso, separado por comas: ${PARTS.join(', ')}.`,
    description:
      'what this process does ([many processes](kafka.md)): also `relay`, which sends the log to Kafka',
  }),
  EVENT_FEED: settingWithDefault('log', {
    schema: z.enum(['log', 'kafka']),
    advice: 'debe ser log o kafka.',
    description: '`kafka`: read models follow Kafka, and the log only where they are behind it',
  }),
  KAFKA_BROKERS: optionalSetting('none', {
    schema: z
      .string()
      .transform(wordsIn)
      .pipe(z.array(z.string().refine(isBroker)).min(1).max(BROKERS_MAX)),
    advice: `debe nombrar los servidores de Kafka, cada uno con su puerto y separados por comas, por ejemplo ${EXAMPLE}.`,
    description: '`host:port`, separated by commas; needed with `EVENT_FEED=kafka` or `SERVE=relay`',
  }),
  KAFKA_TLS: optionalSetting('`on` with `KAFKA_TLS_CA_FILE`', {
    schema: z.literal('on'),
    advice: 'debe ser on; sin cifrado, quítala.',
    description: '`on`: connections are encrypted, and certificates are those that public authorities signed',
  }),
  KAFKA_TLS_CA_FILE: optionalSetting('none', {
    schema: z.string(),
    description: 'PEM of whoever signed the brokers’ certificates; with it connections are encrypted',
  }),
  KAFKA_MECHANISM: settingWithDefault('scram-sha-512', {
    schema: z.string().toLowerCase().pipe(z.enum(MECHANISMS)),
    advice: `debe ser uno de ${MECHANISMS.join(', ')}.`,
    description: '`plain` (with TLS only), `scram-sha-256` or `scram-sha-512`: how `KAFKA_USER` signs in',
  }),
  KAFKA_USER: optionalSetting('none', {
    schema: z.string().max(255),
    description: 'signs in at the brokers; given with `KAFKA_PASSWORD_FILE`',
  }),
  KAFKA_PASSWORD_FILE: optionalSetting('none', {
    schema: z.string(),
    description: 'file with the password and nothing else',
  }),
} as const

type Given = {
  readonly [Name in keyof typeof DISTRIBUTION_SETTINGS]: z.output<
    (typeof DISTRIBUTION_SETTINGS)[Name]['schema']
  >
}

/** What is wrong with them together: the variable, and what to do. */
export function kafkaFaultIn(env: Given): readonly [keyof Given, string] | undefined {
  const needs =
    env.EVENT_FEED === 'kafka' ? 'EVENT_FEED=kafka' : env.SERVE.includes('relay') ? 'SERVE=relay' : undefined
  if (env.KAFKA_BROKERS === undefined) {
    if (needs !== undefined) return ['KAFKA_BROKERS', `debe darse con ${needs}, por ejemplo ${EXAMPLE}.`]
    const useless = (['KAFKA_TLS', 'KAFKA_TLS_CA_FILE', 'KAFKA_USER', 'KAFKA_PASSWORD_FILE'] as const).find(
      (name) => env[name] !== undefined,
    )
    return useless && [useless, 'debe ir junto con KAFKA_BROKERS.']
  }
  if (env.KAFKA_MECHANISM === 'plain' && !isEncrypted(env))
    return [
      'KAFKA_MECHANISM',
      'debe ir con KAFKA_TLS=on o KAFKA_TLS_CA_FILE, porque plain muestra la clave en la red.',
    ]
  if ((env.KAFKA_USER === undefined) === (env.KAFKA_PASSWORD_FILE === undefined)) return undefined
  const missing = env.KAFKA_USER === undefined ? 'KAFKA_USER' : 'KAFKA_PASSWORD_FILE'
  return [missing, 'KAFKA_USER y KAFKA_PASSWORD_FILE van juntos, o ninguno.']
}

const isEncrypted = (env: Given): boolean => env.KAFKA_TLS === 'on' || env.KAFKA_TLS_CA_FILE !== undefined

/** Undefined without brokers. */
export const kafkaOf = (env: Given): KafkaSetting | undefined =>
  env.KAFKA_BROKERS && {
    brokers: env.KAFKA_BROKERS,
    isEncrypted: isEncrypted(env),
    caFile: env.KAFKA_TLS_CA_FILE,
    login:
      env.KAFKA_USER === undefined || env.KAFKA_PASSWORD_FILE === undefined
        ? undefined
        : {
            mechanism: env.KAFKA_MECHANISM,
            username: env.KAFKA_USER,
            passwordFile: env.KAFKA_PASSWORD_FILE,
          },
  }
