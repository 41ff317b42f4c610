import { profileChanges } from '@app/contracts/profile-calls.ts'
import { fieldOf, isUnlikelyWhatsapp } from '@app/contracts/fields/profile-fields.ts'
import { shownText, type DetailName } from '../saving/send-edits.ts'

/** The limit of a typed text; a pasted address may be longer than the number in it. */
export const charsMaxOf = (name: DetailName): number => profileChanges.shape[name].unwrap().maxLength ?? 0

/** Why a text cannot be saved, in the words of a form. */
export function fieldFaultOf(name: DetailName, typed: string): string | undefined {
  const over = typed.length - charsMaxOf(name)
  if (over > 0) return `Máximo ${charsMaxOf(name)} caracteres. Te sobran ${over}.`
  const field = fieldOf(name, typed)
  return 'value' in field ? undefined : field.fault
}

const bare = (text: string): string => text.replace(/^https?:\/\/|\/$/g, '')

/** The stored form of a typed text, without what every link has; undefined if only that or spaces differ. */
export function otherForm(name: DetailName, typed: string): string | undefined {
  const field = fieldOf(name, typed)
  if (!('value' in field)) return undefined
  const form = bare(shownText(name, field.value))
  return form === bare(typed.trim().replace(/\r\n?/g, '\n')) ? undefined : form
}

/** Warning about a text that may be saved. */
export function warningOf(name: DetailName, typed: string): string | undefined {
  if (name === 'whatsapp' && /[?&]text=/i.test(typed))
    return 'El mensaje de ese enlace no se guarda: el chat se abre sin texto.'
  return name === 'whatsapp' && isUnlikelyWhatsapp(typed)
    ? 'Parece un teléfono fijo, que no suele tener WhatsApp. Puedes guardarlo igual.'
    : undefined
}

/** The link and its title show only together. */
export function lacksItsPair(link: string, title: string): boolean {
  return (link.trim() === '') !== (title.trim() === '')
}
