import type { PublicProfile } from '@app/contracts/taps/calls.ts'
import { DEFAULT_THEME, NO_DETAILS } from '@app/contracts/profiles/events.ts'
import { expect } from 'vitest'
import { vcardOf } from '../vcard.ts'

export const maria: PublicProfile = {
  id: '0190b5a0-7c1e-7d3a-8f00-0000000000a1',
  slug: 'maria-gonzalez',
  ...NO_DETAILS,
  name: 'María José',
  lastname: 'González Soto',
  ...DEFAULT_THEME,
  profile_image: null,
  company_logo: null,
  background_image: null,
  updated_at: '2026-03-02T12:00:00.000Z',
}
export const cardOf = (change: Partial<PublicProfile> = {}, photo?: Buffer): string =>
  vcardOf({ ...maria, ...change }, { publicUrl: 'https://tarjetas.example', photo })

export interface Property {
  /** With its group and parameters: `item1.URL`, `TEL;TYPE=CELL,VOICE`. */
  readonly name: string
  readonly value: string
}

/** A strict reader of RFC 2426: lines end in CRLF, folded ones continue after a space, names end at a colon. */
export function propertiesOf(card: string): readonly Property[] {
  expect(card.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const lines = card.replaceAll(/\r\n[ \t]/g, '').split('\r\n')
  expect(lines.pop()).toBe('')
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(':')
      expect(colon, `a property: ${line}`).toBeGreaterThan(0)
      return { name: line.slice(0, colon), value: line.slice(colon + 1) }
    })
}

export const valuesOf = (card: string, name: string): readonly string[] =>
  propertiesOf(card).flatMap((property) => (property.name === name ? [property.value] : []))

export const unescaped = (value: string): string =>
  value.replaceAll(/\\(.)/gs, (_, sign: string) => (sign === 'n' ? '\n' : sign))

/** The parts of a value between semicolons that are not escaped. */
export const partsOf = (value: string): readonly string[] =>
  value
    .replaceAll(/\\.|;/gs, (sign) => (sign === ';' ? '\0' : sign))
    .split('\0')
    .map(unescaped)
