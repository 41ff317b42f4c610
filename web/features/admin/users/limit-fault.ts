import { LIMITS } from '@app/contracts/limits.ts'
import { countLabel } from '../../../ui/figures.ts'

/** Why what was typed is no limit. @param typed digits, or nothing */
export function limitFault(typed: string): string | undefined {
  if (Number(typed) === 0) return 'Escribe un número mayor que 0.'
  return Number(typed) > LIMITS.profilesMax
    ? `Escribe un número de 1 a ${countLabel(LIMITS.profilesMax)}.`
    : undefined
}
