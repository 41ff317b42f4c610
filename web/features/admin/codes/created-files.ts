import { activationAddress } from '@app/contracts/fields/activation-code.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { BYTE_ORDER_MARK, csvLine } from '@app/contracts/csv.ts'
import type { IssuedCodes } from './codes-api.ts'

type Created = Pick<IssuedCodes, 'codes' | 'max_profiles'>

/** Exactly these codes, each with the address that fills it in. */
export const csvOfCreated = ({ codes, max_profiles }: Created, origin: string): string =>
  BYTE_ORDER_MARK +
  [
    ['Código', 'Perfiles', 'Enlace de activación'],
    ...codes.map((code) => [code, String(max_profiles), activationAddress(origin, code)]),
  ]
    .map(csvLine)
    .join('')

export const createdFileName = (
  { created_at }: Pick<IssuedCodes, 'created_at'>,
  extension: 'csv' | 'pdf',
): string => `codigos-nuevos_${dayInSantiago(Date.parse(created_at))}.${extension}`
