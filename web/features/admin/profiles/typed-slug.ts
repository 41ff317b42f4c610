import type { getAdminSlug } from '@app/contracts/api/admin/admin-profiles.ts'
import { isSlug, slugFault } from '@app/contracts/fields/slug-text.ts'
import type { z } from 'zod'

const EMPTY = 'El slug no puede estar vacío'
const SIGNS = 'Solo minúsculas, números y guiones.'
const TAKEN = 'Ya está en uso'

/** Faults that need no request. A reserved word may be the profile's own: only the server knows. */
export function typedSlugFault(slug: string): string | undefined {
  if (slug === '') return EMPTY
  if (/[^a-z0-9-]/.test(slug)) return SIGNS
  return isSlug(slug) ? undefined : slugFault(slug)
}

/** `Disponible`, `Ya está en uso`, or why nobody may have it. */
export const slugCheckText = ({ slug, is_available, detail }: z.infer<typeof getAdminSlug.answer>): string =>
  is_available || slugFault(slug) !== undefined ? detail : TAKEN
