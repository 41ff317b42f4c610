import { CARD_RANGES } from '@app/contracts/quotations.ts'

/** A request that is taken, for tests of something else: a new rule about its fields changes it here alone. */
export const A_QUOTATION = {
  company: 'Andes Norte',
  contact_person: 'Ana Paz',
  email: 'ana@andes.example',
  phone: '+56 9 1234 5678',
  estimated_cards: CARD_RANGES[1],
  comments: 'Para la feria',
}
