import { LIMITS } from '@app/contracts/limits.ts'
import { countLabel } from '../../../ui/figures.ts'

/** Why what was typed is no limit. */
export function limitFault(typed: string): string | undefined {
  const limit = typed.trim() === '' ? 0 : Number(typed)
  if (!(limit > 0)) return 'Escribe un número mayor que 0.'
  if (!Number.isInteger(limit)) return 'Escribe un número entero.'
  return limit > LIMITS.profilesMax
    ? `Escribe un número de 1 a ${countLabel(LIMITS.profilesMax)}.`
    : undefined
}
