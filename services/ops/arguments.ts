import { parseArgs } from 'node:util'

export type Command =
  | {
      readonly name: 'import access-log'
      readonly file: string
      readonly map: string
      readonly source: string
    }
  | {
      readonly name: 'sample access-log'
      readonly file: string
      readonly lines: number
      readonly seed: number
    }
  | { readonly name: 'verify' }
  /** `because`: what is wrong with what was asked for; absent when help was. */
  | { readonly name: 'help'; readonly because?: string }

export const HELP = `Uso: npm run ops -- ORDEN

  import access-log ARCHIVO --map MAPA.json [--source NOMBRE]
      Importa los toques, clics y descargas del registro de accesos de un servidor web (formato
      combined, también en gzip). Repetirlo no duplica nada. NOMBRE dice de qué servidor viene:
      sus visitantes se reconocen entre archivos del mismo nombre (si no se indica: access-log).
  sample access-log ARCHIVO [--lines N] [--seed N]
      Escribe un registro de ejemplo de los últimos 30 días (5000 líneas) y, al lado, su mapa.
  verify
      Reconstruye cada vista desde cero y la compara fila por fila con la que está en uso.

Lee los mismos ajustes que npm start (DATA_DIR, DATABASE_URL, EVENT_STORE…) y funciona con el producto en marcha o cerrado.`

const DEFAULT_SOURCE = 'access-log'
const SOURCE = /^[a-z0-9][a-z0-9.-]{0,59}$/
const DEFAULT_LINES = 5_000
const LINES_MAX = 5_000_000
const DEFAULT_SEED = 1
const SEED_MAX = 2 ** 32 - 1

const help = (because: string): Command => ({ name: 'help', because })

/** What the command line asks for. */
export function parseArguments(args: readonly string[]): Command {
  const parsed = read(args)
  if (typeof parsed === 'string') return help(parsed)
  const { values, positionals } = parsed
  if (values.help === true) return { name: 'help' }
  const [verb, what, file, ...more] = positionals
  const order = [verb, what].filter(Boolean).join(' ')
  if (order === '') return help('Falta la orden.')
  if (order === 'verify') return { name: 'verify' }
  if (order !== 'import access-log' && order !== 'sample access-log')
    return help(`No existe la orden: ${order}`)
  if (file === undefined) return help('Falta el archivo.')
  if (more.length > 0) return help(`Sobra: ${more.join(' ')}`)
  return order === 'import access-log' ? importOf(file, values) : sampleOf(file, values)
}

type Values = Readonly<Record<string, string | boolean | undefined>>

function read(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { map: text, source: text, lines: text, seed: text, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    return `No se entiende: ${(error as Error).message}`
  }
}

function importOf(file: string, { map, source = DEFAULT_SOURCE }: Values): Command {
  if (typeof map !== 'string') return help('Falta el mapa: --map MAPA.json')
  if (typeof source !== 'string' || !SOURCE.test(source))
    return help('--source lleva minúsculas, números, puntos y guiones, por ejemplo --source sitio-antiguo')
  return { name: 'import access-log', file, map, source }
}

function sampleOf(file: string, values: Values): Command {
  const lines = numberOf(values.lines, DEFAULT_LINES, LINES_MAX)
  const seed = numberOf(values.seed, DEFAULT_SEED, SEED_MAX)
  if (lines === undefined || lines === 0) return help(`--lines lleva un número entre 1 y ${LINES_MAX}`)
  if (seed === undefined) return help(`--seed lleva un número entre 0 y ${SEED_MAX}`)
  return { name: 'sample access-log', file, lines, seed }
}

function numberOf(text: string | boolean | undefined, fallback: number, most: number): number | undefined {
  if (text === undefined) return fallback
  const number = typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : Number.NaN
  return number <= most ? number : undefined
}
