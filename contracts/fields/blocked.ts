import { z } from 'zod'

/** In place of words that are there and open for nobody, as `Dato eliminado` stands for those that are gone. */
export const BLOCKED_TEXT = 'Dato bloqueado'

/** Said of a row whose words are blocked. They are empty, as those of an erased one. */
export const isBlocked = z
  .literal(true)
  .optional()
  .meta({ description: 'Only where the texts are blocked: they are empty until the block is lifted.' })

/** For a row's field. */
export const ifBlocked = (blocked: boolean): { is_blocked?: true } => (blocked ? { is_blocked: true } : {})
