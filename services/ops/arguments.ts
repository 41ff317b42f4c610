import { parseArgs } from 'node:util'
import { LIMITS } from '@app/contracts/limits/limits.ts'

export class Mistake extends Error {}

export type Values = Readonly<Record<string, string | boolean | undefined>>
type Rest = readonly string[]

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const OPTIONS = {
  map: text,
  head: text,
  source: text,
  profiles: text,
  count: text,
  yes: flag,
  help: { ...flag, short: 'h' },
} as const

export function readLine(args: readonly string[]): { readonly positionals: Rest; readonly values: Values } {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  } catch (error) {
    throw new Mistake(`No se entiende: ${(error as Error).message}`)
  }
}

export function nothing(rest: Rest): void {
  if (rest.length > 0) throw new Mistake(`Sobra: ${rest.join(' ')}`)
}

function one(what: 'archivo' | 'correo', [first = '', ...more]: Rest): string {
  if (first === '') throw new Mistake(`Falta el ${what}.`)
  nothing(more)
  return first
}

export const oneFile = (rest: Rest): string => one('archivo', rest)

export function oneEmail(rest: Rest): string {
  const email = one('correo', rest)
  if (!email.includes('@')) throw new Mistake(`No es un correo: ${email}`)
  return email
}

export function onlyHead(rest: Rest, { head }: Values): string | undefined {
  nothing(rest)
  return typeof head === 'string' ? head : undefined
}

const SOURCE = /^[a-z0-9][a-z0-9.-]{0,59}$/

export function importOf(rest: Rest, { map, source = 'access-log' }: Values) {
  const file = oneFile(rest)
  if (typeof map !== 'string') throw new Mistake('Falta el mapa: --map MAPA.json')
  if (typeof source !== 'string' || !SOURCE.test(source))
    throw new Mistake(
      '--source lleva minúsculas, números, puntos y guiones, por ejemplo --source sitio-antiguo',
    )
  return { file, map, source }
}

export function codesOf(rest: Rest, values: Values) {
  nothing(rest)
  return {
    maxProfiles: numberOf(values, 'profiles', LIMITS.profilesMax),
    count: numberOf(values, 'count', LIMITS.codesAtOnceMax),
  }
}

function numberOf(values: Values, name: string, max: number): number {
  const value = values[name] ?? '1'
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (number >= 1 && number <= max) return number
  throw new Mistake(`--${name} lleva un número entre 1 y ${max}`)
}
