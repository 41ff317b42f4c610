import { rightsRequestBody } from '@app/contracts/api/rights/request-calls.ts'
import { TEXT_LIMITS } from '@app/contracts/limits/text-limits.ts'
import { z } from 'zod'
import { EMPTY, typedAs } from '../../../ui/forms/typed-as.ts'
import type { RightsRequest } from '../rights-api.ts'

export const KINDS: readonly { readonly value: RightsRequest['kind']; readonly text: string }[] = [
  { value: 'access', text: 'Verlos' },
  { value: 'correction', text: 'Corregirlos' },
  { value: 'erasure', text: 'Borrarlos' },
]

const { shape } = rightsRequestBody
const { lineCharsMax, nameCharsMax, phoneCharsMax, paragraphCharsMax, emailCharsMax } = TEXT_LIMITS

export const requestForm = z
  .object({
    kind: typedAs(shape.kind),
    card: typedAs(shape.card, { charsMax: lineCharsMax }),
    name: typedAs(shape.name, { charsMax: nameCharsMax }),
    phone: typedAs(shape.phone, { charsMax: phoneCharsMax }),
    when: typedAs(shape.when, { charsMax: nameCharsMax }),
    words: typedAs(shape.words, { charsMax: paragraphCharsMax, optional: true }),
    email: typedAs(shape.email, { charsMax: emailCharsMax }),
  })
  .refine(({ kind, words }) => kind !== 'correction' || words.trim() !== '', {
    path: ['words'],
    message: EMPTY,
  })

export type RequestValues = z.input<typeof requestForm>

export const NO_REQUEST: RequestValues = {
  kind: 'access',
  card: '',
  name: '',
  phone: '',
  when: '',
  words: '',
  email: '',
}

export const formBodyOf = ({ kind, words, ...typed }: RequestValues): RightsRequest => ({
  kind: kind as RightsRequest['kind'],
  card: typed.card.trim(),
  name: typed.name.trim(),
  phone: typed.phone.trim(),
  when: typed.when.trim(),
  email: typed.email.trim(),
  ...(kind === 'correction' && { words: words.trim() }),
})
