import type { Offer } from '@app/contracts/fields/profile-fields.ts'
import { Button } from '../../../ui/Button.tsx'
import type { DetailName } from '../saving/edits.ts'
import type { FieldForm } from './field-form.ts'

interface OfferButtonProps {
  readonly offer: Offer
  readonly name: DetailName
  readonly form: FieldForm
}

export function OfferButton({ offer, name, form }: OfferButtonProps) {
  const mend = () => {
    if ('complete' in offer) {
      form.set(name, offer.complete)
      form.focus(name)
      return
    }
    form.set(offer.moveTo, form.textOf(name))
    form.set(name, '')
    form.focus(offer.moveTo)
  }
  // A link that is there already is not overwritten by a press.
  if ('moveTo' in offer && form.textOf(offer.moveTo).trim() !== '') return null
  return (
    <Button size="sm" className="text-ink" onClick={mend}>
      {'complete' in offer ? `Usar ${offer.complete}` : 'Moverlo a enlace personalizado'}
    </Button>
  )
}
