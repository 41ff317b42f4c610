import type { Moment } from './history-api.ts'

const VERSION = /^[1-9]\d{0,8}$/

/** The version that an address names, or undefined for today's. */
export function momentIn(search: string): Moment | undefined {
  const params = new URLSearchParams(search)
  const version = params.get('version') ?? ''
  if (VERSION.test(version)) return { version: Number(version) }
  const atMs = Date.parse(params.get('at') ?? '')
  return Number.isNaN(atMs) ? undefined : { at: new Date(atMs).toISOString() }
}

/** The query of an address that names it; all else in the address stays. */
export function searchAtMoment(search: string, moment: Moment | undefined): string {
  const params = new URLSearchParams(search)
  for (const name of ['version', 'at']) params.delete(name)
  for (const [name, value] of Object.entries(moment ?? {})) params.set(name, String(value))
  return `?${params}`
}
