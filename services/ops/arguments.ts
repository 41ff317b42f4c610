import { parseArgs } from 'node:util'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { ErasableKind } from './erase/erasable.ts'
import { orderOnReadModel, type AskedRebuild, type AskedRollback } from './rebuild/rebuild-arguments.ts'
import type { ParkedCommand } from './parked-arguments.ts'

export type OpsCommand =
  | {
      readonly name: 'import access-log'
      readonly file: string
      readonly map: string
      readonly source: string
      readonly isDryRun: boolean
      readonly isConfirmed: boolean
    }
  | {
      readonly name: 'sample access-log'
      readonly file: string
      readonly lines: number
      readonly seed: number
    }
  | AskedRebuild
  | AskedRollback
  | { readonly name: 'verify' }
  | { readonly name: 'verify history' | 'verify --all'; readonly seal: string | undefined }
  | { readonly name: 'seal download' | 'seal export'; readonly file: string }
  | { readonly name: 'record rebuild-tree' }
  | { readonly name: 'expediente'; readonly id: string; readonly file: string }
  | { readonly name: 'record accept-restored' }
  | { readonly name: 'migrate' }
  | { readonly name: 'epoch begin' }
  | { readonly name: 'rotate-key' }
  | { readonly name: 'vault accept-loss' }
  | { readonly name: 'admin'; readonly change: 'grant' | 'revoke'; readonly email: string }
  | { readonly name: 'account'; readonly change: 'disable' | 'enable'; readonly email: string }
  | { readonly name: 'codes list' }
  | { readonly name: 'mail bounce'; readonly file: string }
  | { readonly name: 'codes issue'; readonly count: number; readonly maxProfiles: number }
  | {
      readonly name: 'erase'
      readonly kind: ErasableKind
      readonly wanted: string
      readonly isConfirmed: boolean
    }
  | { readonly name: 'retention'; readonly isDryRun: boolean; readonly isConfirmed: boolean }
  | ParkedCommand
  /** The mistake; absent when help was requested. */
  | { readonly name: 'help'; readonly because?: string }

const DEFAULT_SOURCE = 'access-log'
const SOURCE = /^[a-z0-9][a-z0-9.-]{0,59}$/
const DEFAULT_LINES = 5_000
const LINES_MAX = 5_000_000
const DEFAULT_SEED = 1
const SEED_MAX = 2 ** 32 - 1

const help = (because: string): OpsCommand => ({ name: 'help', because })

export function parseArguments(args: readonly string[]): OpsCommand {
  const parsed = read(args)
  if (typeof parsed === 'string') return help(parsed)
  const { values, positionals } = parsed
  if (values.help === true) return { name: 'help' }
  const [verb, what, ...rest] = positionals
  if (verb === 'expediente') return expedienteOf(what, rest)
  const onReadModel = orderOnReadModel(verb, [what, ...rest], values)
  if (onReadModel !== undefined) return typeof onReadModel === 'string' ? help(onReadModel) : onReadModel
  const order = [verb, what].filter(Boolean).join(' ')
  if (order === '') return help('Falta la orden.')
  const known = ORDERS.get(order)
  if (known === undefined) return help(`No existe la orden: ${order}`)
  const { takes, commandOf } = known
  // Names contain blanks, often without quotes.
  const [first = '', ...more] = takes === 'nombre' ? [rest.join(' ')] : rest
  if (takes !== undefined && first === '') return help(`Falta ${takes === 'carpeta' ? 'la' : 'el'} ${takes}.`)
  const extra = takes === undefined ? rest : more
  return extra.length > 0 ? help(`Sobra: ${extra.join(' ')}`) : commandOf(first, values)
}

interface Order {
  readonly takes?: 'archivo' | 'carpeta' | 'correo' | 'nombre'
  readonly commandOf: (first: string, values: Values) => OpsCommand
}

const ORDERS: ReadonlyMap<string, Order> = new Map<string, Order>([
  ['import access-log', { takes: 'archivo', commandOf: importOf }],
  ['sample access-log', { takes: 'archivo', commandOf: sampleOf }],
  ['epoch begin', { commandOf: () => ({ name: 'epoch begin' }) }],
  ['rotate-key', { commandOf: () => ({ name: 'rotate-key' }) }],
  ['vault accept-loss', { commandOf: () => ({ name: 'vault accept-loss' }) }],
  ['verify', { commandOf: (_first, values) => verifyOf(values) }],
  ['verify history', { commandOf: (_first, { seal }) => ({ name: 'verify history', seal: textOf(seal) }) }],
  ['seal download', { takes: 'archivo', commandOf: (file) => ({ name: 'seal download', file }) }],
  ['seal export', { takes: 'carpeta', commandOf: (file) => ({ name: 'seal export', file }) }],
  ['record rebuild-tree', { commandOf: () => ({ name: 'record rebuild-tree' }) }],
  ['record accept-restored', { commandOf: () => ({ name: 'record accept-restored' }) }],
  ['migrate', { commandOf: () => ({ name: 'migrate' }) }],
  ['admin grant', { takes: 'correo', commandOf: (email) => adminOf('grant', email) }],
  ['admin revoke', { takes: 'correo', commandOf: (email) => adminOf('revoke', email) }],
  ['account disable', { takes: 'correo', commandOf: (email) => accountOf('disable', email) }],
  ['account enable', { takes: 'correo', commandOf: (email) => accountOf('enable', email) }],
  ['mail bounce', { takes: 'archivo', commandOf: (file) => ({ name: 'mail bounce', file }) }],
  ['codes list', { commandOf: () => ({ name: 'codes list' }) }],
  ['codes issue', { commandOf: (_first, values) => codesOf(values) }],
  [
    'erase account',
    { takes: 'correo', commandOf: (email, values) => eraseEmailOf('account', email, values) },
  ],
  [
    'erase subscriber',
    { takes: 'correo', commandOf: (email, values) => eraseEmailOf('subscriber', email, values) },
  ],
  ['erase profile', { takes: 'nombre', commandOf: (wanted, values) => eraseOf('profile', wanted, values) }],
  ['erase visitor', { takes: 'nombre', commandOf: (wanted, values) => eraseOf('visitor', wanted, values) }],
  [
    'erase quotation',
    { takes: 'nombre', commandOf: (wanted, values) => eraseOf('quotation', wanted, values) },
  ],
  ['retention', { commandOf: (_first, values) => retentionOf(values) }],
])

type Values = Readonly<Record<string, string | boolean | undefined>>

function read(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        map: text,
        seal: text,
        all: { type: 'boolean' },
        source: text,
        reason: text,
        lines: text,
        seed: text,
        profiles: text,
        count: text,
        to: text,
        'accept-differences': text,
        yes: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    return `No se entiende: ${(error as Error).message}`
  }
}

const textOf = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

function verifyOf({ all, seal }: Values): OpsCommand {
  if (all === true) return { name: 'verify --all', seal: textOf(seal) }
  return seal === undefined ? { name: 'verify' } : help('--seal va con verify history o verify --all')
}

function expedienteOf(id: string | undefined, [file, ...more]: readonly string[]): OpsCommand {
  if (id === undefined) return help('Falta el id del perfil o de la cuenta.')
  if (file === undefined) return help('Falta el archivo.')
  return more.length > 0 ? help(`Sobra: ${more.join(' ')}`) : { name: 'expediente', id, file }
}

function importOf(file: string, { map, source = DEFAULT_SOURCE, ...flags }: Values): OpsCommand {
  if (typeof map !== 'string') return help('Falta el mapa: --map MAPA.json')
  if (typeof source !== 'string' || !SOURCE.test(source))
    return help('--source lleva minúsculas, números, puntos y guiones, por ejemplo --source sitio-antiguo')
  const [isDryRun, isConfirmed] = [flags['dry-run'] === true, flags.yes === true]
  return { name: 'import access-log', file, map, source, isDryRun, isConfirmed }
}

function sampleOf(file: string, values: Values): OpsCommand {
  const lines = numberOf(values.lines, DEFAULT_LINES, LINES_MAX)
  const seed = numberOf(values.seed, DEFAULT_SEED, SEED_MAX)
  if (lines === undefined || lines === 0) return help(`--lines lleva un número entre 1 y ${LINES_MAX}`)
  if (seed === undefined) return help(`--seed lleva un número entre 0 y ${SEED_MAX}`)
  return { name: 'sample access-log', file, lines, seed }
}

const noEmail = (text: string): OpsCommand => help(`No es un correo: ${text}`)

function adminOf(change: 'grant' | 'revoke', email: string): OpsCommand {
  return email.includes('@') ? { name: 'admin', change, email } : noEmail(email)
}

function accountOf(change: 'disable' | 'enable', email: string): OpsCommand {
  return email.includes('@') ? { name: 'account', change, email } : noEmail(email)
}

function codesOf(values: Values): OpsCommand {
  const maxProfiles = numberOf(values.profiles, 1, LIMITS.profilesMax)
  const count = numberOf(values.count, 1, LIMITS.codesAtOnceMax)
  if (maxProfiles === undefined || maxProfiles === 0)
    return help(`--profiles lleva un número entre 1 y ${LIMITS.profilesMax}`)
  if (count === undefined || count === 0)
    return help(`--count lleva un número entre 1 y ${LIMITS.codesAtOnceMax}`)
  return { name: 'codes issue', maxProfiles, count }
}

const eraseOf = (kind: ErasableKind, wanted: string, { yes }: Values): OpsCommand => ({
  name: 'erase',
  kind,
  wanted: wanted.trim(),
  isConfirmed: yes === true,
})

function eraseEmailOf(kind: ErasableKind, email: string, values: Values): OpsCommand {
  return email.includes('@') ? eraseOf(kind, email, values) : noEmail(email)
}

const retentionOf = ({ 'dry-run': dryRun, yes }: Values): OpsCommand => ({
  name: 'retention',
  isDryRun: dryRun === true,
  isConfirmed: yes === true,
})

function numberOf(text: string | boolean | undefined, fallback: number, most: number): number | undefined {
  if (text === undefined) return fallback
  const number = typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : Number.NaN
  return number <= most ? number : undefined
}
